import { useEffect, useState } from "react";
import { send } from "$/public/external/marketplace/web/components/shared_scripts/send_file.js";

/** Input for one file, which is uploaded as soon as it is picked and can be replaced. */
export function FilePicker({ id, name, url, fileName, accept, invalid, words, classes, onSent, onBusy }) {
  const [file, setFile] = useState({ url, name: fileName });
  const [progress, setProgress] = useState(null);
  const [problem, setProblem] = useState("");

  // The State may still say "busy" after a reload during an upload.
  useEffect(() => void onBusy(false), []);

  const pick = async (picked) => {
    if (!picked) return;
    setProblem("");
    setProgress(0);
    onBusy(true);
    try {
      const answer = await send("/api/upload", "file", picked, picked.name, setProgress);
      setFile({ url: answer.fileUrl, name: answer.name });
      onSent(name, answer.fileUrl, answer.name);
    } catch (error) {
      setProblem(error.message || words.failed);
    } finally {
      setProgress(null);
      onBusy(false);
    }
  };

  return (
    <div className={classes.box}>
      {file.url && (
        <a href={file.url} target="_blank" rel="noopener" className={classes.link}>
          {file.name || words.open}
        </a>
      )}
      <input
        id={id}
        type="file"
        accept={accept}
        aria-invalid={invalid}
        aria-describedby={`${id}-error`}
        className={classes.input}
        onChange={(event) => pick(event.target.files[0])}
      />
      {progress !== null && <progress value={progress} max="1" aria-label={words.sending} className={classes.progress} />}
      {problem && (
        <p role="alert" className={classes.problem}>
          {problem}
        </p>
      )}
    </div>
  );
}
