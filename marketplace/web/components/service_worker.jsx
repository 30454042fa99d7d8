import { useEffect } from "react";

/** Registers the service worker, which shows the offline page when there is no network. */
export function ServiceWorker() {
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    // Register late: it is not urgent, and only the offline page needs it.
    const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
    const timer = setTimeout(register, 3000);
    return () => clearTimeout(timer);
  }, []);

  return null;
}
