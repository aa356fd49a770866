import { Button, type ButtonProps } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../platform/intl/useText";
import { PasskeyNotUsed } from "../platform/webauthn";
import classes from "./session.module.css";

interface PasskeyPressProps extends Pick<ButtonProps, "variant"> {
  label: string;
  autoFocus?: boolean;
  /** Asks for the passkey and goes on with it. @throws PasskeyNotUsed, ProblemError */
  enter: () => Promise<unknown>;
}

/** A button that asks for a passkey: busy until the screen changes, or says why it didn't. */
export function PasskeyPress({ label, enter, ...button }: PasskeyPressProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await enter();
    } catch (error) {
      setProblem(error instanceof PasskeyNotUsed ? text("passkey.notUsed") : (error as Error).message);
      setBusy(false);
    }
  };
  return (
    <>
      <Button
        size="md"
        className={classes.submit}
        loading={busy}
        leftSection={<IconFingerprint size={16} stroke={1.75} aria-hidden />}
        onClick={() => void press()}
        {...button}
      >
        {label}
      </Button>
      {problem && (
        <p className={classes.problem} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
