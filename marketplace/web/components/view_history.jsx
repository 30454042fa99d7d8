import { useEffect, useRef } from "react";
import { readList, writeList } from "$/public/external/marketplace/web/components/shared_scripts/storage.js";

const KEY = "recently-viewed";

/**
 * Passes the ids viewed earlier in this browser to `onIds`, latest first, and adds `subject` to them. A change of `version`
 * deletes them.
 */
export function ViewHistory({ subject, most, version, onIds }) {
  const known = useRef(version);

  useEffect(() => {
    if (version !== known.current) writeList(KEY, []);
    known.current = version;
    const before = readList(KEY).filter((id) => typeof id === "string" && id !== subject);
    if (subject) writeList(KEY, [subject, ...before].slice(0, most + 1));
    onIds(before.slice(0, most));
  }, [subject, version]);

  return null;
}
