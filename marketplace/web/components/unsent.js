/**
 * What somebody wrote and the server has not yet confirmed. It lies in this browser's storage, so that neither a lost
 * connection nor a reload loses it; each message has an id made here, by which the server knows it a second time.
 */
const KEPT_MS = 7 * 24 * 3600 * 1000;
const AGAIN_MS = 7000;
const listeners = new Set();
let account = "";
let entries = [];
let boxes = 0;

const key = () => `unsent:${account}`;
const stored = () => {
  try {
    return JSON.parse(localStorage.getItem(key()) || "[]").filter((entry) => Date.now() - entry.at < KEPT_MS);
  } catch {
    return [];
  }
};
const keep = () => {
  try {
    if (entries.length) localStorage.setItem(key(), JSON.stringify(entries));
    else localStorage.removeItem(key());
  } catch {
    // No storage: what is written lasts as long as the page.
  }
};
const change = (next) => {
  entries = next;
  keep();
  listeners.forEach((listener) => listener());
};

const makeId = () =>
  globalThis.crypto?.randomUUID?.() ?? `${Date.now().toString(36)}-${[0, 1, 2].map(() => Math.random().toString(36).slice(2)).join("")}`;

export const unsent = {
  subscribe(listener) {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  list: () => entries,
  /** Whose messages these are; nobody sees those of another account of this browser. */
  open(id) {
    if (!id || id === account) return;
    account = id;
    change(stored().map((entry) => ({ ...entry, tried: 0 })));
  },
  /** `about` is the ad from which the conversation begins, empty for none. */
  add(other, text, photos, about) {
    change([...entries, { id: makeId(), other, text, photos, about, at: Date.now(), tried: 0, problem: "" }]);
  },
  /** A box is there, which hands in by itself; whoever hands in without one leaves it to the box. */
  attend() {
    boxes += 1;
    return () => {
      boxes -= 1;
    };
  },
  attended: () => boxes > 0,
  /** The oldest that may be tried now; one after the other, so that they arrive in order. */
  next() {
    const first = entries.find((entry) => !entry.problem);
    return first && Date.now() - first.tried > AGAIN_MS ? first : null;
  },
  tried(id) {
    change(entries.map((entry) => (entry.id === id ? { ...entry, tried: Date.now() } : entry)));
  },
  /** What the server said: an empty text is "stored", any other why not. */
  settle(answers) {
    const known = (entry) => Object.hasOwn(answers, entry.id);
    const says = (entry) => known(entry) && (answers[entry.id] === "" || entry.problem !== answers[entry.id]);
    if (!entries.some(says)) return;
    change(
      entries
        .filter((entry) => !(known(entry) && answers[entry.id] === ""))
        .map((entry) => (known(entry) ? { ...entry, problem: answers[entry.id] } : entry)),
    );
  },
  again(id) {
    // A new id: the server remembers what it said of the other.
    change(entries.map((entry) => (entry.id === id ? { ...entry, id: makeId(), problem: "", tried: 0 } : entry)));
  },
  drop(id) {
    change(entries.filter((entry) => entry.id !== id));
  },
};

// Another tab of this browser wrote, or has handed something in: both know the same, and one of them tries at a time.
if (typeof window !== "undefined") {
  window.addEventListener("storage", (event) => {
    if (!account || event.key !== key()) return;
    entries = stored();
    listeners.forEach((listener) => listener());
  });
}
