import { useEffect } from "react";

/** Registers the service worker, which shows the offline page where there is no network. */
export function Offline() {
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !window.isSecureContext) return;
    // It can wait until the page is there; without it everything works but the offline page.
    const register = () => navigator.serviceWorker.register("/sw.js").catch(() => {});
    const timer = setTimeout(register, 3000);
    return () => clearTimeout(timer);
  }, []);

  return null;
}
