import { useEffect, useRef } from "react";

const KEY = "recently-viewed";

const read = () => {
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
    return Array.isArray(kept) ? kept.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
};

const write = (ids) => {
  try {
    localStorage.setItem(KEY, JSON.stringify(ids));
  } catch {
    // Storage may be full or disabled; the page works without it.
  }
};

/**
 * Passes the ids viewed earlier in this browser to `onIds`, latest first, and adds `subject` to them. A change of `version`
 * deletes them.
 */
export function ViewHistory({ subject, most, version, onIds }) {
  const known = useRef(version);

  useEffect(() => {
    if (version !== known.current) write([]);
    known.current = version;
    const before = read().filter((id) => id !== subject);
    if (subject) write([subject, ...before].slice(0, most + 1));
    onIds?.(before.slice(0, most));
  }, [subject, version]);

  return null;
}
