const cookie = (name) =>
  document.cookie
    .split("; ")
    .find((part) => part.startsWith(`${name}=`))
    ?.slice(name.length + 1) ?? "";

/**
 * Sends one file to the API as the signed-in person.
 * Rejects with an error that carries `offline` (nothing was answered) or `said` (the server's sentence).
 */
export function send(url, field, file, name, onProgress) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    const body = new FormData();
    body.append(field, file, name);
    request.open("POST", url);
    request.setRequestHeader("X-XSRF-TOKEN", decodeURIComponent(cookie("XSRF-TOKEN")));
    request.upload.onprogress = (event) => event.lengthComputable && onProgress?.(event.loaded / event.total);
    request.onerror = request.ontimeout = () => reject(Object.assign(new Error("offline"), { offline: true }));
    request.onload = () => {
      let answer = {};
      try {
        answer = JSON.parse(request.responseText);
      } catch {
        // Not our API that answered: a proxy, perhaps.
      }
      if (request.status >= 200 && request.status < 300 && answer.success) resolve(answer);
      else reject(Object.assign(new Error("refused"), { said: answer.message, offline: request.status >= 502 }));
    };
    request.send(body);
  });
}
