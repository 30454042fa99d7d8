import { useEffect, useEffectEvent, useRef } from "react";
import { useWindowEvent } from "$/public/external/marketplace/web/components/shared_scripts/use_window_event.js";

const PREFIX = "draft:";
const FIELDS = "input:not([type=hidden], [type=file], [type=password], [type=submit]), select, textarea";
// A readable password is a text field.
const SECRET = /pass|otp|code|token|secret|confirm/i;
const SECRET_KINDS = /password|one-time|^cc-/;
const REJECTED = "[aria-invalid=true], [role=alert]:not(:empty)";

const isRejected = (form) => form.isConnected && !form.closest("dialog:not([open])") && form.querySelector(REJECTED) !== null;

const isChoice = ({ type }) => type === "checkbox" || type === "radio";
const read = (field) => (isChoice(field) ? field.checked : field.value);
const nameOf = (field) => (isChoice(field) ? `${field.name}=${field.value}` : field.name);
const isKept = ({ name, autocomplete, readOnly, disabled }) =>
  name && !SECRET.test(name) && !SECRET_KINDS.test(autocomplete ?? "") && !readOnly && !disabled;
const list = (form) => [...form.querySelectorAll(FIELDS)].filter(isKept);

const baseOf = (form) => form.id || form.closest("dialog")?.id || list(form)[0]?.name;
/** Key of the form on this page; empty if nothing of it is kept. A search stands in the URL, and the form of an ad is stored itself. */
const keyOf = (form) => {
  const base = baseOf(form);
  if (!base || form.matches("[role=search], [data-stored]")) return "";
  const alike = [...document.forms].filter((other) => baseOf(other) === base);
  return `${PREFIX}${location.pathname}${location.search}:${base}:${alike.indexOf(form)}`;
};
const load = (key) => JSON.parse(sessionStorage.getItem(key) ?? "{}");
const store = (key, draft) => {
  if (Object.keys(draft).length) sessionStorage.setItem(key, JSON.stringify(draft));
  else sessionStorage.removeItem(key);
};

/** Fill in a field as its reader would, so that the handlers of the form run. */
const fill = (field, value) => {
  if (isChoice(field)) {
    if (value || field.type === "checkbox") field.click();
    return;
  }
  // Setting `value` itself would hide the change from React.
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value").set.call(field, value);
  for (const name of ["input", "change"]) field.dispatchEvent(new Event(name, { bubbles: true }));
  field.dispatchEvent(new FocusEvent("focusout", { bubbles: true }));
};

/**
 * Keeps what is typed into forms in this tab, so that it is there again after the page was loaded again: for each field its value
 * and the one that it began with, without which a draft is not put back. A form that is stored, reset, or whose dialog its reader
 * closes has no draft any more.
 *
 * @param answered number of the last form that the server has handled
 */
export function FormDrafts({ answered }) {
  // What each field began with.
  const first = useRef(new WeakMap());
  // The forms on their way, by key.
  const sent = useRef(new Map());
  const isFilling = useRef(false);

  const remember = (form) => list(form).forEach((field) => first.current.has(field) || first.current.set(field, read(field)));
  const forget = (form) => store(keyOf(form), {});

  const save = (form) => {
    const key = !isFilling.current && keyOf(form);
    if (!key) return;
    const draft = load(key);
    for (const field of list(form)) {
      if (!first.current.has(field)) first.current.set(field, isChoice(field) ? field.defaultChecked : (field.defaultValue ?? ""));
      const before = first.current.get(field);
      const now = read(field);
      if (now === before) delete draft[nameOf(field)];
      else draft[nameOf(field)] = [before, now];
    }
    store(key, draft);
  };

  const restore = (form) => {
    const key = keyOf(form);
    if (!key || sent.current.has(key) || !sessionStorage.getItem(key)) return;
    const draft = load(key);
    isFilling.current = true;
    for (const field of list(form)) {
      const [before, kept] = draft[nameOf(field)] ?? [];
      if (kept === undefined || read(field) !== before) continue;
      first.current.set(field, before);
      fill(field, kept);
    }
    isFilling.current = false;
  };
  const restoreAll = useEffectEvent(() => [...document.forms].forEach(restore));

  useWindowEvent("focusin", ({ target }) => target.form && remember(target.form));
  useWindowEvent("input", ({ target }) => target.form && save(target.form));
  useWindowEvent("change", ({ target }) => target.form && save(target.form));
  useWindowEvent("submit", ({ target }) => sent.current.set(keyOf(target), target), true);
  useWindowEvent("reset", ({ target }) => forget(target));
  useWindowEvent("marketplace:dismissed", ({ target }) => target.querySelectorAll("form").forEach(forget));

  useEffect(() => {
    for (const [key, form] of sent.current) {
      if (!isRejected(form)) store(key, {});
    }
    sent.current.clear();
  }, [answered]);

  // Fields come with their data, and with what was chosen before.
  useEffect(() => {
    restoreAll();
    const changes = new MutationObserver(() => restoreAll());
    changes.observe(document.body, { childList: true, subtree: true });
    return () => changes.disconnect();
  }, []);

  return null;
}
