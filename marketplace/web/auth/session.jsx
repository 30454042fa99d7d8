import { useEffect, useRef, useState } from "react";
import Cookies from "universal-cookie";
import { loadPage } from "$/public/external/marketplace/web/components/shared_scripts/layers.js";

const toast = (kind, text) => window.dispatchEvent(new CustomEvent("marketplace:toast", { detail: { kind, text } }));
const readToken = () => new Cookies().get("XSRF-TOKEN", { doNotParse: true }) ?? "";

/** Whether the path belongs to this site, so that a forged `next` cannot lead to another site. */
const isOwn = (path) => path && URL.canParse(path, location.origin) && new URL(path, location.origin).origin === location.origin;

/** Call the API. Resolves to its answer with `ok` and `status`, or to `ok: false` if there is none. */
const post = async (path, body) => {
  const xsrf = readToken();
  try {
    const answer = await fetch(path, {
      method: "POST",
      headers: { "Content-Type": "application/json", "X-XSRF-TOKEN": xsrf },
      body: JSON.stringify(body),
    });
    // The XSRF cookie was missing or stale; the 403 response has set a valid one, so retry.
    if (answer.status === 403 && readToken() !== xsrf) return post(path, body);
    return { ...(await answer.json()), ok: answer.ok, status: answer.status };
  } catch {
    return { ok: false };
  }
};

/**
 * Store the user record, and load `next` or, without one, the same page again. Who began where nobody wants to stay comes to the home
 * of the account kind.
 */
const enter = (answer, kind, next, { homes, nowhere }, delay = 0) => {
  const id = answer.userId ?? answer.sellerId ?? answer.adminId;
  sessionStorage.setItem("user", JSON.stringify({ username: answer.username, id, type: answer.type ?? kind }));
  const here = nowhere.includes(location.pathname) ? homes[kind] : location.href;
  const target = new URL(isOwn(next) ? next : here, location.origin).href;
  // Loaded again, a page keeps its scroll position; a link to its own fragment would not load it.
  setTimeout(() => (target === location.href ? location.reload() : loadPage(target)), delay);
};

/**
 * Signs in with the email and the password of the registration form inside of it, as soon as `done` is true. Without
 * success, the visitor can still use the login form.
 */
export function SignInWhenDone({ done, kind, next, goals, delay, children }) {
  const typed = useRef(null);

  useEffect(() => {
    if (!done || !typed.current) return;
    const body = { ...typed.current, remember: false, cookie: true };
    typed.current = null;
    post(`/api/${kind}/login`, body).then((answer) => answer.ok && enter(answer, kind, next[kind], goals, delay));
  }, [done]);

  const remember = ({ target }) => {
    const form = new FormData(target);
    typed.current = { email: form.get("email"), password: form.get("password") };
  };
  return (
    <div className="contents" onSubmitCapture={remember}>
      {children}
    </div>
  );
}

/**
 * Login form. A websocket cannot set a cookie, so the form calls the API; the page reload that follows opens a websocket
 * with the cookie. If the account has a second factor, the form asks for the code after the password was accepted.
 *
 * @param appeal path of the page where a suspended person appeals
 * @param choice name of the radio buttons with the account kind; they may be newer than `kind`, which comes from the server
 */
export function LoginForm({ kind: defaultKind, choice, next, goals, appeal, delay, words, errorClass, children, ...rest }) {
  const [refusal, setRefusal] = useState(null);
  const [busy, setBusy] = useState(false);
  const [factor, setFactor] = useState(false);
  const element = useRef(null);

  useEffect(() => {
    if (factor) element.current.elements.namedItem("code")?.focus();
  }, [factor]);

  const submit = async (event) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setRefusal(null);
    const form = new FormData(event.currentTarget);
    const kind = (choice && document.querySelector(`input[name="${choice}"]:checked`)?.value) || defaultKind;
    const body = { email: form.get("email"), password: form.get("password"), remember: form.has("remember"), cookie: true };
    if (form.get("code")) body.code = form.get("code");
    const answer = await post(`/api/${kind}/login`, body);
    if (answer.ok) {
      toast("success", answer.message || words.done);
      enter(answer, kind, next[kind], goals, delay);
      return;
    }
    setBusy(false);
    // On the first request for a code, the hint of the field is enough.
    if (!answer.secondFactor || body.code) setRefusal(answer);
    if (answer.secondFactor) setFactor(true);
  };

  const signInAs = (kind) => {
    document.querySelector(`input[name="${choice}"][value="${kind}"]`).click();
    element.current.requestSubmit();
  };

  return (
    <form {...rest} ref={element} method="post" onSubmit={submit} aria-busy={busy} data-busy={busy} data-factor={factor}>
      {refusal && (
        <p role="alert" className={errorClass}>
          {refusal.message || words.failed}{" "}
          {refusal.suspended && (
            <a href={appeal} className="font-semibold underline underline-offset-4">
              {words.appeal}
            </a>
          )}
          {refusal.otherKind && (
            <button type="button" onClick={() => signInAs(refusal.otherKind)} className="tall-tap block font-semibold underline underline-offset-4">
              {words[refusal.otherKind]}
            </button>
          )}
        </p>
      )}
      {children}
    </form>
  );
}

/**
 * Button that continues as the same person's other account: `kind` is `user` or `seller`.
 *
 * @param onCodeNeeded called if that account has a second factor, so that it needs a login
 */
export function SwitchAccount({ kind, next, goals, words, onCodeNeeded, children, ...rest }) {
  const [busy, setBusy] = useState(false);
  const switchAccount = async () => {
    setBusy(true);
    const answer = await post("/api/auth/switch", { cookie: true });
    if (answer.ok) enter(answer, kind, next, goals);
    else if (answer.secondFactor) onCodeNeeded();
    else toast("error", answer.message || words.failed);
    setBusy(answer.ok);
  };
  return (
    <button type="button" {...rest} disabled={busy} onClick={switchAccount}>
      {children}
    </button>
  );
}

/** Clear the session data of the tab and reload at the home page, which shows the message as a toast. */
const goHome = (home, text) => {
  sessionStorage.clear();
  sessionStorage.setItem("toast-later", JSON.stringify({ kind: "success", text }));
  loadPage(home);
};

/** Reloads at the home page as soon as `gone` is true, after the account was deleted. */
export function RedirectAfterDeletion({ gone, words, home }) {
  useEffect(() => {
    if (gone) goHome(home, words);
  }, [gone]);
  return null;
}

/** Button that ends the session, and with it the State of this tab. The home page shows the message. */
export function SignOut({ words, home, children, ...rest }) {
  const signOut = async () => {
    const answer = await post("/api/auth/logout", {});
    // 401: the session has already ended.
    if (answer.ok || answer.status === 401) goHome(home, words.done);
    else toast("error", answer.message || words.failed);
  };
  return (
    <button type="button" {...rest} onClick={signOut}>
      {children}
    </button>
  );
}
