import { Button, Textarea } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useText } from "../platform/intl/useText";
import { Kbd } from "../ui/keys/Kbd";
import { type Shortcut, useShortcuts } from "../ui/keys/shortcuts";
import { useRoom } from "../ui/useRoom";
import classes from "./DecisionBar.module.css";

export type Verdict = "approve" | "reject" | "request_changes";

interface DecisionBarProps {
  can: Record<Verdict, boolean>;
  pending: boolean;
  /** `words`: why, or what should be different. */
  onDecide: (verdict: Verdict, words: string | null) => void;
  /** Keys only where this is what one works on. */
  keys?: boolean;
  /** At the end: what else one may do with it. */
  children?: ReactNode;
}

/** Approve at once; say why before rejecting, and what should change before sending it back. */
export function DecisionBar({ can, pending, onDecide, keys = false, children }: DecisionBarProps) {
  const text = useText();
  const [asking, setAsking] = useState<Verdict | null>(null);
  const room = useRoom("deciding");
  const ask = (verdict: Verdict) => () => can[verdict] && setAsking(verdict);
  const approve = () => can.approve && !pending && onDecide("approve", null);
  const listed: Shortcut[] = [
    { keys: ["a"], label: "request.approve", run: approve },
    { keys: ["n"], label: "request.approveWithNote", run: ask("approve") },
    { keys: ["c"], label: "request.askForChanges", run: ask("request_changes") },
    { keys: ["r"], label: "keys.reject", run: ask("reject") },
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
      <Words
        verdict={asking}
        pending={pending}
        onCancel={() => {
          setAsking(null);
          requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-deciding] button")?.focus());
        }}
        onSend={(words) => {
          setAsking(null);
          onDecide(asking, words);
        }}
      />
    );
  }
  return (
    <footer ref={room} className={classes.bar} data-deciding>
      <Button
        variant="filled"
        size="md"
        loading={pending}
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
        disabled={pending}
        rightSection={keys && <Kbd>N</Kbd>}
        onClick={ask("approve")}
      >
        {text("request.approveWithNote")}
      </Button>
      <Button size="md" disabled={pending} rightSection={keys && <Kbd>C</Kbd>} onClick={ask("request_changes")}>
        {text("request.askForChanges")}
      </Button>
      <Button
        size="md"
        className={classes.no}
        disabled={pending}
        rightSection={keys && <Kbd>R</Kbd>}
        onClick={ask("reject")}
      >
        {text("request.reject")}
      </Button>
      {children}
    </footer>
  );
}

const words = {
  approve: { label: "request.approveNote", send: "request.approve" },
  reject: { label: "request.rejectWhy", send: "request.rejectNow" },
  request_changes: { label: "request.changeWhat", send: "request.sendBack" },
} as const;

interface WordsProps {
  verdict: Verdict;
  pending: boolean;
  onCancel: () => void;
  onSend: (words: string | null) => void;
}

function Words({ verdict, pending, onCancel, onSend }: WordsProps) {
  const text = useText();
  const [written, setWritten] = useState("");
  const room = useRoom("deciding");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (written.trim() !== "") onSend(written.trim());
    else if (verdict === "approve") onSend(null);
    else setMissing(true);
  };
  return (
    <form
      ref={room}
      className={classes.words}
      onSubmit={submit}
      onKeyDown={(event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation(); // the request stays open
        onCancel();
      }}
    >
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        autoFocus
        label={text(words[verdict].label)}
        value={written}
        error={missing && written.trim() === "" ? text("field.required") : undefined}
        onChange={(event) => setWritten(event.currentTarget.value)}
      />
      <span className={classes.buttons}>
        <Button
          size="md"
          type="submit"
          variant="filled"
          color={verdict === "reject" ? "danger" : undefined}
          loading={pending}
        >
          {text(words[verdict].send)}
        </Button>
        <Button size="md" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </span>
    </form>
  );
}
