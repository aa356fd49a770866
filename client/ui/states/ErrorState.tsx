import { Button } from "@mantine/core";
import { IconPlugConnectedX, IconRefresh } from "@tabler/icons-react";
import { useText } from "../../platform/intl/useText";
import { OfflineError, ProblemError } from "../../platform/problem-error";
import classes from "./StateBox.module.css";

interface ErrorStateProps {
  error: Error;
  /** Title that states what failed to load, such as "This board could not be loaded". */
  title?: string;
  onRetry?: () => void;
  retrying?: boolean;
}

export function ErrorState({ error, title, onRetry, retrying = false }: ErrorStateProps) {
  const text = useText();
  const reason =
    error instanceof OfflineError
      ? text("error.offline")
      : (error instanceof ProblemError && error.message) || text("error.unknown");
  // While viewing the portal as another user, their private data is withheld. That isn't an error, and a retry wouldn't help.
  if (error instanceof ProblemError && error.code === "viewing.private")
    return (
      <div className={classes.box} role="status">
        <span className={classes.text}>{reason}</span>
      </div>
    );
  const requestId = error instanceof ProblemError ? error.requestId : null;
  return (
    <div className={classes.box} role="alert">
      <IconPlugConnectedX size={18} stroke={1.75} className={classes.mark} aria-hidden />
      <strong className={classes.title}>{title ?? text("error.notLoaded")}</strong>
      <span className={classes.text}>{reason}</span>
      {onRetry && (
        <span className={classes.action}>
          <Button
            leftSection={<IconRefresh size={16} stroke={1.75} />}
            onClick={onRetry}
            loading={retrying}
            data-retries
          >
            {text("action.tryAgain")}
          </Button>
        </span>
      )}
      {requestId && <span className={classes.request}>{text("error.request", { id: requestId })}</span>}
    </div>
  );
}
