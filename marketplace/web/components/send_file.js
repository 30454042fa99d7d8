const WAITS_MS = [1000, 3000, 8000, 15000];
// Without a single byte moving for so long, the connection is taken for broken.
const STALL_MS = 45000;

const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

const problem = (words, about) => Object.assign(new Error(words), about);
const online = () => new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Sends one file to the API as the signed-in person, once.
 * Rejects with an error that carries `offline` (nothing was answered), `stopped` or `said` (the server's sentence).
 */
function sendOnce(url, field, file, name, onProgress, signal) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    const xsrf = cookie("XSRF-TOKEN");
    body.append(field, file, name);
    request.open("POST", url);
    request.setRequestHeader("X-XSRF-TOKEN", decodeURIComponent(xsrf));
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
        // Not our API that answered: a proxy, perhaps.
      }
      if (request.status >= 200 && request.status < 300 && answer.success) resolve(answer);
      // The cookie had got lost, and the refusal brought a new one: then it is tried again as after a broken connection.
      else if (request.status === 403 && !xsrf && cookie("XSRF-TOKEN")) reject(problem("renewed", { offline: true }));
      else reject(problem("refused", { said: answer.message, offline: request.status >= 502 }));
    };
    watch();
    request.send(body);
  });
}

/**
 * Sends one file, again and again where the connection breaks: after growing pauses, and as soon as the browser is online
 * again, however long that takes.
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
