import { Button, type ButtonProps } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { useState } from "react";
import { useText } from "../../platform/intl/useText";
import { PasskeyNotUsedError } from "./webauthn";
import classes from "./session.module.css";
import tones from "../../ui/layout/tones.module.css";

interface PasskeyActionButtonProps extends Pick<ButtonProps, "variant"> {
  label: string;
  autoFocus?: boolean;
  /**
   * Requests the passkey and signs in with it.
   * @throws PasskeyNotUsedError if no passkey was used
   * @throws ProblemError if the server rejects the sign-in
   */
  enter: () => Promise<unknown>;
}

export function PasskeyActionButton({ label, enter, ...button }: PasskeyActionButtonProps) {
  const text = useText();
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const press = async () => {
    setBusy(true);
    setProblem(null);
    try {
      await enter();
    } catch (error) {
      setProblem(error instanceof PasskeyNotUsedError ? text("passkey.notUsed") : (error as Error).message);
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
        <p className={tones.danger} role="alert">
          {problem}
        </p>
      )}
    </>
  );
}
