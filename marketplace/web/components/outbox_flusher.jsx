import { useOutboxFlush } from "./use_outbox_flush.js";
import { outbox } from "./outbox.js";

const noComposer = () => !outbox.hasComposer();

/** Sends the messages of the outbox on pages without a composer. */
export function OutboxFlusher({ me, results, onSend }) {
  useOutboxFlush(me, results, onSend, noComposer);
  return null;
}
