import { readList, writeList } from "./storage.js";

/**
 * The outbox: chat messages that the server has not confirmed yet. They are in localStorage, so that neither a lost
 * connection nor a reload loses them. Each has an id made here, by which the server recognizes a repeated message.
 */
const MAX_AGE_MS = 7 * 24 * 3600 * 1000;
const RETRY_MS = 7000;
const listeners = new Set();
let account = "";
let entries = [];

const key = () => `unsent:${account}`;
const load = () => readList(key()).filter((entry) => Date.now() - entry.at < MAX_AGE_MS);
const show = (next) => {
  entries = next;
  listeners.forEach((listener) => listener());
};
const update = (next) => {
  writeList(key(), next);
  show(next);
};
const change = (id, values) => update(entries.map((entry) => (entry.id === id ? { ...entry, ...values } : entry)));

// `randomUUID` works on https only.
const makeId = () => crypto.getRandomValues(new Uint32Array(3)).join("-");

export const outbox = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  list: () => entries,
  /** Load the messages of an account; those of other accounts in this browser stay hidden. */
  open(id) {
    if (!id || id === account) return;
    account = id;
    update(load().map((entry) => ({ ...entry, tried: 0 })));
  },
  /** Add a message; `about` is the id of the ad that the conversation is about, or empty. */
  add(other, text, photos, about) {
    update([...entries, { id: makeId(), other, text, photos, about, at: Date.now(), tried: 0, problem: "" }]);
  },
  /** Return the oldest message if it can be sent now. Only one is sent at a time, so that they arrive in order. */
  next() {
    const first = entries.find((entry) => !entry.problem);
    return first && Date.now() - first.tried > RETRY_MS ? first : null;
  },
  markTried: (id) => change(id, { tried: Date.now() }),
  /** Apply the results of the server by message id: an empty text means stored, any other is the error. */
  applyResults(results) {
    const isNew = ({ id, problem }) => id in results && (!results[id] || results[id] !== problem);
    if (!entries.some(isNew)) return;
    const left = entries.filter(({ id }) => results[id] !== "");
    update(left.map((entry) => ({ ...entry, problem: results[entry.id] ?? entry.problem })));
  },
  // A new id, because the State still has the result of the old one.
  retry: (id) => change(id, { id: makeId(), problem: "", tried: 0 }),
  remove: (id) => update(entries.filter((entry) => entry.id !== id)),
};

// Follow changes by other tabs, including their `tried` times, so that only one tab sends a message at a time.
if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (account && event.key === key()) show(load());
  });
}
