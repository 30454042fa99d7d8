import { useState } from "react";

const say = (kind, text) => window.dispatchEvent(new CustomEvent("marketplace:toast", { detail: { kind, text } }));
const cookie = (name) => document.cookie.split("; ").find((part) => part.startsWith(`${name}=`))?.slice(name.length + 1) ?? "";

/** A path of this site, else the other one: what comes in can't lead anywhere else. */
const own = (path, instead) => {
  try {
    return path && new URL(path, location.origin).origin === location.origin ? path : instead;
  } catch {
    return instead;
  }
};

const post = async (path, body, headers) => {
  const answer = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": decodeURIComponent(cookie("XSRF-TOKEN")), ...headers },
    body: JSON.stringify(body),
  });
  return { ok: answer.ok, ...(await answer.json().catch(() => ({}))) };
};

/**
 * The login form. A websocket can't set a cookie, so it calls the API; a full page load then opens a websocket that
 * carries the cookie.
 */
export function LoginForm({ kind, next, homes, delay, words, errorClass, children, ...rest }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);

  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError("");
    const form = new FormData(event.currentTarget);
    const body = { email: form.get("email"), password: form.get("password"), remember: form.has("remember"), cookie: true };
    if (form.get("code")) body.code = form.get("code");
    const answer = await post(`/api/${kind}/login`, body).catch(() => ({ ok: false }));
    if (!answer.ok) {
      setBusy(false);
      setError(answer.message || words.failed);
      return;
    }
    const id = answer.userId ?? answer.sellerId ?? answer.adminId;
    sessionStorage.setItem("user", JSON.stringify({ username: answer.username, id, type: answer.type ?? kind }));
    say("success", answer.message || words.done);
    const home = homes[kind] ?? "/";
    const meant = kind === "user" || next?.startsWith(`/${kind}`) ? own(next, home) : home;
    setTimeout(() => location.assign(meant), delay);
  };

  return (
    <form {...rest} onSubmit={submit} aria-busy={busy} data-busy={busy}>
      {error && (
        <p role="alert" className={errorClass}>
          {error}
        </p>
      )}
      {children}
    </form>
  );
}

/** Ends the session, and with it what the server keeps for this tab; the page that follows shows the message. */
export function SignOut({ words, home, children, ...rest }) {
  const leave = async () => {
    await post("/api/auth/logout", {}).catch(() => ({}));
    sessionStorage.removeItem("user");
    sessionStorage.removeItem("token");
    sessionStorage.setItem("toast-later", JSON.stringify({ kind: "success", text: words }));
    location.assign(home);
  };
  return (
    <button type="button" {...rest} onClick={leave}>
      {children}
    </button>
  );
}
