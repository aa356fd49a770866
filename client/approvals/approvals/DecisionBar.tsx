import { Button } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type ReactNode, useEffect, useState } from "react";
import { useText } from "../../platform/intl/useText";
import { Kbd } from "../../ui/keys/Kbd";
import { isFocusOnPage } from "../../ui/keys/focus";
import { type Shortcut, useShortcuts } from "../../ui/keys/shortcuts";
import { useEdgeHeight } from "../../ui/useEdgeHeight";
import classes from "./DecisionBar.module.css";
import tones from "../../ui/layout/tones.module.css";
import { type DecisionAction, ReasonForm } from "./ReasonForm";

interface DecisionBarProps {
  requestId: number;
  can: Record<DecisionAction, boolean>;
  pending: boolean;
  /** `words` is the reason, or the requested change. `onAccepted` is called if the server accepts the decision. */
  onDecide: (verdict: DecisionAction, words: string | null, onAccepted: () => void) => void;
  /** Enables keyboard shortcuts; only where this request is the active one. */
  keys?: boolean;
  children?: ReactNode;
}

/** The approve button decides immediately; rejecting and requesting changes need a text first. */
export function DecisionBar({ requestId, can, pending, onDecide, keys = false, children }: DecisionBarProps) {
  const text = useText();
  const [asking, setAsking] = useState<DecisionAction | null>(null);
  const room = useEdgeHeight("deciding");
  const resting = useCooldown();
  const decide = (verdict: DecisionAction, words: string | null) => {
    lastDecision = Date.now();
    onDecide(verdict, words, () => setAsking(null));
  };
  const ask = (verdict: DecisionAction) => () => can[verdict] && setAsking(verdict);
  const approve = () => can.approve && !pending && decide("approve", null);
  const listed: Shortcut[] = [
    { keys: ["a"], label: "request.approve", run: () => (isRequestFocused() ? void approve() : toButtons()) },
    { keys: ["n"], label: "request.approveWithNote", run: onRequest(ask("approve")) },
    { keys: ["c"], label: "request.askForChanges", run: onRequest(ask("request_changes")) },
    { keys: ["r"], label: "keys.reject", run: onRequest(ask("reject")) },
  ];
  const decides = can.approve || can.reject || can.request_changes;
  useShortcuts({ title: "title.inbox", shortcuts: keys && decides && !asking ? listed : [] });
  if (!decides)
    return children ? (
      <footer ref={room} className={classes.bar}>
        {children}
      </footer>
    ) : null;
  if (asking) {
    return (
      <ReasonForm
        key={asking}
        ref={room}
        className={classes.words}
        size="md"
        requestId={requestId}
        verdict={asking}
        pending={pending}
        onCancel={() => {
          setAsking(null);
          requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-deciding] button")?.focus());
        }}
        onSend={(words) => decide(asking, words)}
      />
    );
  }
  return (
    <footer ref={room} className={classes.bar} data-deciding>
      <Button
        variant="filled"
        size="md"
        loading={pending}
        disabled={resting}
        leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
        rightSection={keys && <Kbd bare>A</Kbd>}
        onClick={approve}
      >
        {text("request.approve")}
      </Button>
      <Button
        size="md"
        variant="subtle"
        color="gray"
        disabled={pending || resting}
        rightSection={keys && <Kbd>N</Kbd>}
        onClick={ask("approve")}
      >
        {text("request.approveWithNote")}
      </Button>
      <Button
        size="md"
        disabled={pending || resting}
        rightSection={keys && <Kbd>C</Kbd>}
        onClick={ask("request_changes")}
      >
        {text("request.askForChanges")}
      </Button>
      <Button
        size="md"
        className={tones.danger}
        disabled={pending || resting}
        rightSection={keys && <Kbd>R</Kbd>}
        onClick={ask("reject")}
      >
        {text("request.reject")}
      </Button>
      {children}
    </footer>
  );
}

/** Time in ms after a decision during which clicks are ignored, because the next request's buttons appear at the same position. */
const cooldownMs = 1_000;
let lastDecision = 0;

/** True for `cooldownMs` after a decision. Blocks clicks only: a key press is always meant for the open request. */
function useCooldown(): boolean {
  const [resting, setResting] = useState(() => Date.now() - lastDecision < cooldownMs);
  useEffect(() => {
    const timer = setTimeout(() => setResting(false), Math.max(0, lastDecision + cooldownMs - Date.now()));
    return () => clearTimeout(timer);
  }, []);
  return resting;
}

function isRequestFocused(): boolean {
  const active = document.activeElement;
  const request = document.querySelector("[data-deciding]")?.parentElement;
  return Boolean(request?.contains(active) || active?.closest("[data-request], [data-beside-list]"));
}

const onRequest = (run: () => void) => () => {
  if (!isRequestFocused() && !isFocusOnPage()) return false;
  run();
  return true;
};

/** If no element has the focus, the key only focuses the button, so that no request is approved by accident. */
function toButtons(): boolean {
  if (!isFocusOnPage()) return false;
  document.querySelector<HTMLElement>("[data-deciding] button")?.focus();
  return true;
}
