import { Button, Textarea } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { IconCheck } from "@tabler/icons-react";
import { type FormEvent, useState } from "react";
import { useText } from "../platform/intl/useText";
import { Kbd } from "../ui/Kbd";
import classes from "./DecisionBar.module.css";

export type Verdict = "approve" | "reject" | "request_changes";

interface DecisionBarProps {
  can: Record<Verdict, boolean>;
  pending: boolean;
  /** `words`: why, or what should be different. */
  onDecide: (verdict: Verdict, words: string | null) => void;
  /** Keys only where this is what one works on. */
  keys?: boolean;
}

/** Approve at once; say why before rejecting, and what should change before sending it back. */
export function DecisionBar({ can, pending, onDecide, keys = false }: DecisionBarProps) {
  const text = useText();
  const [asking, setAsking] = useState<"reject" | "request_changes" | null>(null);
  const ask = (verdict: "reject" | "request_changes") => () => can[verdict] && setAsking(verdict);
  useHotkeys(
    keys && !asking
      ? [
          ["a", () => can.approve && !pending && onDecide("approve", null)],
          ["c", ask("request_changes")],
          ["r", ask("reject")],
        ]
      : [],
  );
  if (!can.approve && !can.reject && !can.request_changes) return null;
  if (asking) {
    return (
      <Words
        verdict={asking}
        pending={pending}
        onCancel={() => setAsking(null)}
        onSend={(words) => {
          setAsking(null);
          onDecide(asking, words);
        }}
      />
    );
  }
  return (
    <footer className={classes.bar}>
      <Button
        variant="filled"
        size="md"
        loading={pending}
        leftSection={<IconCheck size={16} stroke={2} aria-hidden />}
        rightSection={keys && <Kbd>A</Kbd>}
        onClick={() => onDecide("approve", null)}
      >
        {text("request.approve")}
      </Button>
      <Button size="md" disabled={pending} rightSection={keys && <Kbd>C</Kbd>} onClick={ask("request_changes")}>
        {text("request.askForChanges")}
      </Button>
      <Button size="md" color="danger" disabled={pending} rightSection={keys && <Kbd>R</Kbd>} onClick={ask("reject")}>
        {text("request.reject")}
      </Button>
    </footer>
  );
}

interface WordsProps {
  verdict: "reject" | "request_changes";
  pending: boolean;
  onCancel: () => void;
  onSend: (words: string) => void;
}

function Words({ verdict, pending, onCancel, onSend }: WordsProps) {
  const text = useText();
  const [words, setWords] = useState("");
  const [missing, setMissing] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (words.trim() === "") setMissing(true);
    else onSend(words.trim());
  };
  return (
    <form className={classes.words} onSubmit={submit}>
      <Textarea
        autosize
        minRows={2}
        maxRows={6}
        data-autofocus
        autoFocus
        label={text(verdict === "reject" ? "request.rejectWhy" : "request.changeWhat")}
        value={words}
        error={missing && words.trim() === "" ? text("field.required") : undefined}
        onChange={(event) => setWords(event.currentTarget.value)}
        onKeyDown={(event) => event.key === "Escape" && onCancel()}
      />
      <span className={classes.buttons}>
        <Button
          size="md"
          type="submit"
          variant="filled"
          color={verdict === "reject" ? "danger" : undefined}
          loading={pending}
        >
          {text(verdict === "reject" ? "request.rejectNow" : "request.sendBack")}
        </Button>
        <Button size="md" onClick={onCancel}>
          {text("action.cancel")}
        </Button>
      </span>
    </form>
  );
}
