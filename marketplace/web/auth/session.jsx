import { useEffect, useRef, useState } from "react";

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

const post = async (path, body) => {
  const xsrf = cookie("XSRF-TOKEN");
  const answer = await fetch(path, {
    method: "POST",
    credentials: "same-origin",
    headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": decodeURIComponent(xsrf) },
    body: JSON.stringify(body),
  });
  // The cookie had got lost, and the refusal brought a new one.
  if (answer.status === 403 && !xsrf && cookie("XSRF-TOKEN")) return post(path, body);
  return { ok: answer.ok, status: answer.status, ...(await answer.json().catch(() => ({}))) };
};

/**
 * The login form. A websocket can't set a cookie, so it calls the API; a full page load then opens a websocket that
 * carries the cookie. An account with a second factor is asked for its code once the password was right.
 *
 * `choice` names radio buttons that say the kind of account: they may know it before the server told `kind`.
 */
export function LoginForm({ kind: told, choice, next, homes, delay, words, errorClass, children, ...rest }) {
  const [error, setError] = useState("");
  const [busy, setBusy] = useState(false);
  const [factor, setFactor] = useState(false);
  const element = useRef(null);

  useEffect(() => {
    if (factor) element.current?.elements.namedItem("code")?.focus();
  }, [factor]);

  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError("");
    const form = new FormData(event.currentTarget);
    const kind = (choice && document.querySelector(`input[name="${choice}"]:checked`)?.value) || told;
    const body = { email: form.get("email"), password: form.get("password"), remember: form.has("remember"), cookie: true };
    if (form.get("code")) body.code = form.get("code");
    const answer = await post(`/api/${kind}/login`, body).catch(() => ({ ok: false }));
    if (!answer.ok) {
      setBusy(false);
      // Asked for the first time, the field says itself what it wants.
      if (!answer.secondFactor || body.code) setError(answer.message || words.failed);
      if (answer.secondFactor) setFactor(true);
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
    <form {...rest} ref={element} method="post" onSubmit={submit} aria-busy={busy} data-busy={busy} data-factor={factor}>
      {error && (
        <p role="alert" className={errorClass}>
          {error}
        </p>
      )}
      {children}
    </form>
  );
}

/** Nobody is signed in any more: forget what this tab keeps, and open a page that shows the message. */
const goHome = (home, words) => {
  sessionStorage.removeItem("user");
  sessionStorage.removeItem("token");
  sessionStorage.setItem("toast-later", JSON.stringify({ kind: "success", text: words }));
  location.assign(home);
};

/** Leaves as soon as `gone` is true: the account and its sessions are no more. */
export function Leave({ gone, words, home }) {
  useEffect(() => {
    if (gone) goHome(home, words);
  }, [gone]);
  return null;
}

/** Ends the session, and with it what the server keeps for this tab; the page that follows shows the message. */
export function SignOut({ words, home, children, ...rest }) {
  const leave = async () => {
    const answer = await post("/api/auth/logout", {}).catch(() => ({}));
    // Who has no session any more is signed out as well.
    if (answer.ok || answer.status === 401) goHome(home, words.done);
    else say("error", answer.message || words.failed);
  };
  return (
    <button type="button" {...rest} onClick={leave}>
      {children}
    </button>
  );
}
