import { useEffect, useRef } from "react";
import { useLocation, useNavigate } from "react-router";

const readStep = (hash) => Number(/^#step-(\d+)$/.exec(hash)?.[1] ?? 0);

/** Keeps the open step in the hash of the URL, so that the Back button of the browser goes back one step. */
export function StepHistory({ step, onStep }) {
  const location = useLocation();
  const { search, hash } = location;
  const navigate = useNavigate();
  const isFirst = useRef(true);
  // The step that the browser went to, until the server has opened it; a step that arrives before it answers an older request.
  const awaited = useRef(0);

  // Depends on the whole location: going back before React has rendered a step's location returns to the hash rendered last.
  useEffect(() => {
    const shown = readStep(hash);
    if (shown && shown !== (awaited.current || step)) {
      awaited.current = shown;
      onStep(shown);
    }
  }, [location]);

  useEffect(() => {
    if (!awaited.current && readStep(hash) !== step) {
      navigate({ search, hash: `step-${step}` }, { replace: isFirst.current, preventScrollReset: true });
    }
    if (step === awaited.current) awaited.current = 0;
    isFirst.current = false;
  }, [step]);

  return null;
}
