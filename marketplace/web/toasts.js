import { useEffect } from "react";
import { toast } from "sonner";

const SEEN = "toasts-seen";
const LATER = "toast-later";

/** Show each message once, across reloads too; then what the last page left for this one (see site.js). */
export function ToastFeed({ feed }) {
  useEffect(() => {
    const left = sessionStorage.getItem(LATER);
    if (left) {
      sessionStorage.removeItem(LATER);
      const { kind, text } = JSON.parse(left);
      toast[kind](text);
    }
    const listen = (event) => toast[event.detail.kind](event.detail.text);
    window.addEventListener("marketplace:toast", listen);
    return () => window.removeEventListener("marketplace:toast", listen);
  }, []);

  useEffect(() => {
    const seen = sessionStorage.getItem(SEEN) ?? "";
    const fresh = (feed ?? []).filter((item) => item.id > seen);
    for (const item of fresh) {
      (toast[item.kind] ?? toast)(item.text, { id: item.id });
    }
    if (fresh.length > 0) sessionStorage.setItem(SEEN, fresh[fresh.length - 1].id);
  }, [feed]);

  return null;
}
