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
    // A full or forbidden storage remembers nothing; the page works without.
  }
};

/**
 * Tells which things were looked at on this device, the last first, and puts the one that is looked at now before them.
 * When `version` changes they are all forgotten.
 */
export function Recent({ subject, most, version, onIds }) {
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
