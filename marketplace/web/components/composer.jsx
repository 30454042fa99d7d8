import { Children, useEffect, useRef, useState, useSyncExternalStore } from "react";
import { outbox } from "$/public/external/marketplace/web/components/shared_scripts/outbox.js";
import { isUnderWay, usePhotoUploads } from "$/public/external/marketplace/web/components/shared_scripts/use_photo_uploads.js";

const TYPING_MS = 3000;
const MOST_QUESTIONS = 3;
const NONE = [];

/**
 * The message composer. Enter sends, Shift+Enter starts a new line. Messages go to the outbox. The children are
 * the icons of the buttons that add photos and send. A question is sent with one press.
 */
export function Composer({ other, about, first, questions = NONE, most, mostPhotos, maxMb, maxPx, words, classes, onTyping, children }) {
  const [text, setText] = useState(first || "");
  const [asked, setAsked] = useState(NONE);
  const uploads = usePhotoUploads({ stored: NONE, most: mostPhotos, maxMb, maxPx, words });
  const { items, setItems, message, setMessage, add, remove, retry, input } = uploads;
  const [camera, plane] = Children.toArray(children);
  const box = useRef(null);
  const typed = useRef(0);

  useEffect(() => {
    // Clearing `first` keeps what was typed meanwhile.
    if (first) setText(first);
  }, [first]);

  useEffect(() => {
    // What was typed before hydration.
    setText(box.current.value);
    // With a keyboard, whoever opened the conversation from the list goes on writing; on a phone, the keyboard would cover it.
    if (document.activeElement.href?.includes(other) && matchMedia("(pointer: fine)").matches) box.current.focus();
  }, []);

  const busy = items.some(isUnderWay);
  const ready = items.filter((item) => item.state === "done");
  const failed = items.filter((item) => item.state === "failed");
  const empty = !text.trim() && ready.length === 0;

  const clear = () => {
    setText("");
    // Its draft goes.
    box.current?.form.dispatchEvent(new Event("reset", { bubbles: true }));
  };

  const submit = (event) => {
    event?.preventDefault();
    if (!text.trim()) clear();
    if (empty || busy) return;
    outbox.add(other, text.trim(), ready.map(({ photo, preview }) => ({ id: photo.public_id, thumb: preview })), about);
    clear();
    setItems(failed);
    setMessage("");
    box.current?.focus();
  };

  const ask = (question) => {
    setAsked([...asked, question]);
    outbox.add(other, question, NONE, about);
  };

  const type = (event) => {
    setText(event.target.value);
    if (event.target.value && navigator.onLine && Date.now() - typed.current > TYPING_MS) {
      typed.current = Date.now();
      onTyping(other);
    }
  };

  const open = questions.filter((question) => !asked.includes(question)).slice(0, MOST_QUESTIONS);

  return (
    <form className={classes.form} onSubmit={submit}>
      {open.length > 0 && (
        <ul className={classes.questions} aria-label={words.questions}>
          {open.map((question) => (
            <li key={question}>
              <button type="button" className={classes.question} onClick={() => ask(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
      {items.length > 0 && (
        <ul className={classes.photos}>
          {items.map((item) => (
            <li key={item.key} className={classes.photo} data-state={item.state}>
              <img src={item.preview || undefined} alt={item.name} className={classes.thumb} />
              {isUnderWay(item) && <span className={classes.wait} role="status" aria-label={words.sending} />}
              {item.state === "failed" && (
                <button type="button" className={classes.retry} aria-label={`${words.retry} ${item.label}`} onClick={() => retry(item)}>
                  {words.retry}
                </button>
              )}
              <button type="button" className={classes.remove} aria-label={`${words.remove} ${item.label}`} onClick={() => remove(item)}>
                ×
              </button>
            </li>
          ))}
        </ul>
      )}
      <p role="status" className={classes.notice}>
        {[message, failed[0]?.error].filter(Boolean).join(" ")}
      </p>
      <div className={classes.row}>
        <label className={classes.attach} title={words.attach}>
          {camera}
          <input {...input} aria-label={words.attach} />
        </label>
        <textarea
          ref={box}
          rows={1}
          name="text"
          value={text}
          maxLength={most}
          placeholder={words.placeholder}
          aria-label={words.message}
          className={classes.text}
          onChange={type}
          onPaste={({ clipboardData }) => clipboardData.files.length && add(clipboardData.files)}
          onKeyDown={(event) => event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing && submit(event)}
        />
        <button type="submit" className={classes.send} disabled={empty || busy}>
          {plane}
          <span className={classes.words}>{words.send}</span>
        </button>
      </div>
    </form>
  );
}

const watchNetwork = (listener) => {
  ["online", "offline"].forEach((name) => window.addEventListener(name, listener));
  return () => ["online", "offline"].forEach((name) => window.removeEventListener(name, listener));
};

/** The pending messages of this conversation, at the end of the log. */
export function PendingMessages({ other, known = NONE, words, classes }) {
  const all = useSyncExternalStore(outbox.subscribe, outbox.list, () => NONE);
  const shown = all.filter((entry) => entry.other === other && !known.includes(entry.id));
  const online = useSyncExternalStore(watchNetwork, () => navigator.onLine, () => true);
  const end = useRef(null);
  const newest = shown.at(-1)?.id;

  // In a block: in some browsers scrolling returns a promise, which is no cleanup.
  useEffect(() => {
    end.current?.scrollIntoView({ block: "nearest" });
  }, [newest]);

  if (shown.length === 0) return null;
  return (
    <ul className={classes.list} aria-label={words.label}>
      {shown.map((entry) => (
        <li key={entry.id} className={classes.item} data-waiting={entry.problem ? "refused" : "waiting"}>
          <div className={classes.bubble}>
            {entry.photos.map((photo) => (
              <img key={photo.id} src={photo.thumb || undefined} alt={words.photo} className={classes.photo} />
            ))}
            {entry.text && <p className={classes.text}>{entry.text}</p>}
            <p className={classes.state}>{entry.problem ? "" : online ? words.waiting : words.offline}</p>
          </div>
          {entry.problem && (
            <p className={classes.problem} role="alert">
              {entry.problem}{" "}
              <button type="button" className={classes.action} onClick={() => outbox.retry(entry.id)}>
                {words.again}
              </button>{" "}
              <button type="button" className={classes.action} onClick={() => outbox.remove(entry.id)}>
                {words.drop}
              </button>
            </p>
          )}
        </li>
      ))}
      <li ref={end} aria-hidden="true" />
    </ul>
  );
}

/** Shows its children for a while whenever `version` changes, at most until `until` changes. */
export function TemporaryText({ version, until, shown, ms, children, ...rest }) {
  const [on, setOn] = useState(false);
  const seen = useRef(version);
  useEffect(() => {
    if (version === seen.current) return undefined;
    seen.current = version;
    setOn(true);
    const timer = setTimeout(() => setOn(false), ms);
    return () => clearTimeout(timer);
  }, [version, ms]);
  useEffect(() => setOn(false), [until]);
  return (
    <p {...rest} role="status">
      {on && shown ? children : ""}
    </p>
  );
}
