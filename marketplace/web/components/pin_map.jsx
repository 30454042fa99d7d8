import { Children, useEffect, useRef, useState } from "react";

const KM_PER_DEGREE = 111.2;
const ASPECT = 1.6;
const STEP_KM = 0.2;
// Several presses of an arrow key are one move.
const PAUSE_MS = 400;
const DECIMALS = 6;
const ARROWS = { ArrowUp: [0, 1], ArrowDown: [0, -1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

const parse = (latitude, longitude) =>
  latitude && longitude && Number.isFinite(+latitude) && Number.isFinite(+longitude) ? { latitude: +latitude, longitude: +longitude } : null;

/** The first child is the map, the second the pin; `center` is in the middle of the map, and `scaleKm` are `scale` percent of its width. */
export function PinMap({ latitude, longitude, center, scaleKm, scale, label, pinClass, onMove, children, ...rest }) {
  const [map, pin] = Children.toArray(children);
  const box = useRef(null);
  const timer = useRef(null);
  // Where the pin is until the server has answered. It is hidden at first, as only scripts can move it.
  const [moved, setMoved] = useState(null);
  const [ready, setReady] = useState(false);

  useEffect(() => setReady(true), []);
  useEffect(() => setMoved(null), [latitude, longitude, center[0], center[1]]);
  useEffect(() => () => clearTimeout(timer.current), []);

  const widthKm = (scaleKm * 100) / scale;
  const kmEast = KM_PER_DEGREE * Math.cos((center[0] * Math.PI) / 180);
  const at = moved ?? parse(latitude, longitude);
  const left = at && 50 + (((at.longitude - center[1]) * kmEast) / widthKm) * 100;
  const top = at && 50 - (((at.latitude - center[0]) * KM_PER_DEGREE) / (widthKm / ASPECT)) * 100;

  const find = ({ clientX, clientY }) => {
    const { x, y, width, height } = box.current.getBoundingClientRect();
    const [right, down] = [Math.min(Math.max((clientX - x) / width, 0), 1) - 0.5, Math.min(Math.max((clientY - y) / height, 0), 1) - 0.5];
    return { latitude: center[0] - (down * widthKm) / ASPECT / KM_PER_DEGREE, longitude: center[1] + (right * widthKm) / kmEast };
  };
  const send = (to) => onMove(to.latitude.toFixed(DECIMALS), to.longitude.toFixed(DECIMALS));
  const moveTo = (to) => (setMoved(to), send(to));

  const grab = (event) => {
    event.preventDefault();
    event.currentTarget.focus();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const isHeld = ({ currentTarget, pointerId }) => currentTarget.hasPointerCapture(pointerId);
  const onKeyDown = (event) => {
    if (!(event.key in ARROWS)) return;
    event.preventDefault();
    const [right, up] = ARROWS[event.key];
    const to = { latitude: at.latitude + (up * STEP_KM) / KM_PER_DEGREE, longitude: at.longitude + (right * STEP_KM) / kmEast };
    setMoved(to);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(to), PAUSE_MS);
  };

  return (
    <div {...rest} ref={box} onClick={(event) => !event.target.closest("button") && moveTo(find(event))}>
      {map}
      <button
        type="button"
        aria-label={label}
        className={pinClass}
        hidden={!ready || !at}
        style={ready && at ? { left: `${left}%`, top: `${top}%` } : undefined}
        onPointerDown={grab}
        onPointerMove={(event) => isHeld(event) && setMoved(find(event))}
        onPointerUp={(event) => isHeld(event) && moveTo(find(event))}
        onKeyDown={onKeyDown}
      >
        {pin}
      </button>
    </div>
  );
}
