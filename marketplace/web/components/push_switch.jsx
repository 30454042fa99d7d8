import { useEffect, useState } from "react";

const isSupported = () =>
  window.isSecureContext && ["serviceWorker", "PushManager", "Notification"].every((name) => name in window || name in navigator);

const findSubscription = async () => (await navigator.serviceWorker.getRegistration("/"))?.pushManager.getSubscription();

/**
 * Checkbox that turns the notifications of this browser on and off. The browser is asked for its permission by the click only.
 *
 * @param subscribed whether the server sends the notifications of this session
 * @param publicKey key of the server that the browser subscribes with
 * @param onSubscribe called with the endpoint and the two keys of a new subscription
 * @param onUnsubscribe called with the endpoint of the subscription that has ended
 */
export function PushSwitch({ subscribed, publicKey, words, classes, onSubscribe, onUnsubscribe, children }) {
  const [endpoint, setEndpoint] = useState("");
  const [note, setNote] = useState("");
  const [busy, setBusy] = useState(true);

  useEffect(() => {
    const look = async () => isSupported() && setEndpoint((await findSubscription())?.endpoint ?? "");
    look()
      .catch(() => {})
      .finally(() => setBusy(false));
  }, []);

  const checked = Boolean(subscribed && endpoint);

  const turnOff = async () => {
    await (await findSubscription())?.unsubscribe();
    onUnsubscribe(endpoint);
    setEndpoint("");
  };

  const turnOn = async () => {
    if (!isSupported()) return setNote(words.unsupported);
    const answer = await Notification.requestPermission();
    if (answer !== "granted") return setNote(answer === "denied" ? words.denied : words.unanswered);
    await navigator.serviceWorker.register("/sw.js");
    const { pushManager } = await navigator.serviceWorker.ready;
    // Left by another account, or made with an earlier key.
    await (await pushManager.getSubscription())?.unsubscribe();
    const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
    const { keys } = made.toJSON();
    setEndpoint(made.endpoint);
    onSubscribe(made.endpoint, keys.p256dh, keys.auth);
  };

  const change = async () => {
    setBusy(true);
    setNote("");
    try {
      await (checked ? turnOff() : turnOn());
    } catch {
      setNote(words.failed);
    }
    setBusy(false);
  };

  return (
    <div>
      <label className={classes.label}>
        <input type="checkbox" className={classes.box} checked={checked} disabled={busy || !publicKey} onChange={change} />
        {children}
      </label>
      <p role="status" className={classes.note}>
        {note}
      </p>
    </div>
  );
}
