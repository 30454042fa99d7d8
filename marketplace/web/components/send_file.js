import Cookies from "universal-cookie";

const WAITS_MS = [1000, 3000, 8000, 15000];
// Time without progress after which the connection counts as lost.
const STALL_MS = 45000;

const readToken = () => new Cookies().get("XSRF-TOKEN", { doNotParse: true }) ?? "";
const online = () => new Promise((resolve) => window.addEventListener("online", resolve, { once: true }));
const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** Send a file once. Resolves to the request when it is over, with status 0 if there was no response. */
const sendOnce = (url, field, file, name, xsrf, onProgress, signal) =>
  new Promise((resolve) => {
    // `fetch` reports no progress of uploads.
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append(field, file, name);
    request.open("POST", url);
    request.setRequestHeader("X-XSRF-TOKEN", xsrf);
    request.responseType = "json";
    let stalled;
    const stop = () => request.abort();
    const watch = () => {
      clearTimeout(stalled);
      stalled = setTimeout(stop, STALL_MS);
    };
    request.upload.onprogress = ({ loaded, total }) => {
      watch();
      onProgress(loaded / total);
    };
    request.onloadend = () => {
      clearTimeout(stalled);
      signal?.removeEventListener("abort", stop);
      resolve(request);
    };
    signal?.addEventListener("abort", stop);
    watch();
    request.send(body);
  });

/**
 * Send a file to the API, and retry after a lost connection: after growing delays, and as soon as the browser is online again,
 * without a limit. Rejects with the error message of the API, or with an empty one, and the `status` of the response.
 */
export async function send(url, field, file, name, onProgress, signal) {
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const xsrf = readToken();
    const { status, response } = await sendOnce(url, field, file, name, xsrf, onProgress, signal);
    if (response?.success) return response;
    // 403: the XSRF cookie was missing or stale. The response has set a valid one.
    const isLost = !signal?.aborted && (status === 0 || status >= 502 || (status === 403 && readToken() !== xsrf));
    if (!isLost || (attempt >= WAITS_MS.length && navigator.onLine)) throw Object.assign(new Error(response?.message ?? ""), { status });
    onProgress(0);
    if (navigator.onLine) await Promise.race([pause(WAITS_MS[attempt]), online()]);
    else {
      await online();
      attempt = -1;
    }
  }
}

/** Remove an uploaded file again. If that fails, the server removes it later, since nothing refers to it. */
export const discard = (fileUrl) =>
  fetch("/api/product", {
    method: "DELETE",
    headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": readToken() },
    body: JSON.stringify({ fileUrl }),
  }).catch(() => {});
