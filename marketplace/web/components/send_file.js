import Cookies from "universal-cookie";

const WAITS_MS = [1000, 3000, 8000, 15000];
// Time without progress after which the connection counts as lost.
const STALL_MS = 45000;

const readToken = () => new Cookies().get("XSRF-TOKEN", { doNotParse: true }) ?? "";
const problem = (words, about) => Object.assign(new Error(words), about);
const online = () => new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Send a file to the API, once.
 * Rejects with an error that has `offline` (no response), `stopped` (aborted) or `said` (the error message of the API).
 */
function sendOnce(url, field, file, name, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    const xsrf = readToken();
    body.append(field, file, name);
    request.open("POST", url);
    request.setRequestHeader("X-XSRF-TOKEN", xsrf);
    let stalled;
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(() => request.abort(), STALL_MS);
    };
    const stop = () => request.abort();
    signal?.addEventListener("abort", stop);
    request.upload.onprogress = (event) => {
      watch();
      if (event.lengthComputable) onProgress?.(event.loaded / event.total);
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal?.removeEventListener("abort", stop);
    };
    request.onerror = () => reject(problem("offline", { offline: true }));
    request.onabort = () => reject(signal?.aborted ? problem("stopped", { stopped: true }) : problem("stalled", { offline: true }));
    request.onload = () => {
      let answer = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // Not a response of the API; perhaps of a proxy.
      }
      if (request.status >= 200 && request.status < 300 && answer.success) resolve(answer);
      // The XSRF cookie was missing or stale; the 403 response has set a valid one, so retry as after a lost connection.
      else if (request.status === 403 && readToken() !== xsrf) reject(problem("renewed", { offline: true }));
      else reject(problem("refused", { said: answer.message, offline: request.status >= 502 }));
    };
    watch();
    request.send(body);
  });
}

/**
 * Send a file and retry after a lost connection: after growing delays, and as soon as the browser is online again, without
 * a limit.
 */
export async function send(url, field, file, name, onProgress, signal) {
  for (let attempt = 0; ; attempt++) {
    try {
      return await sendOnce(url, field, file, name, onProgress, signal);
    } catch (error) {
      if (!error.offline || (attempt >= WAITS_MS.length && navigator.onLine)) throw error;
      onProgress?.(0);
      if (navigator.onLine) await Promise.race([pause(WAITS_MS[attempt]), online()]);
      else {
        await online();
        attempt = -1;
      }
      if (signal?.aborted) throw problem("stopped", { stopped: true });
    }
  }
}
