import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { useRouteError } from "react-router-dom";
import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";
import { ChunkError } from "../ui/states/chunks";

/** Shown when a screen fails to load or render; the layout stays. Reloading also fetches a newer version. */
export function RouteError() {
  const text = useText();
  const error = useRouteError();
  const chunk = error instanceof ChunkError;
  useEffect(() => console.error(error), [error]);
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        title={text(chunk ? "error.chunk" : "error.screen")}
        text={text(chunk ? "error.chunk.why" : "error.screen.why")}
        action={
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => window.location.reload()}>
            {text("action.tryAgain")}
          </Button>
        }
      />
    </main>
  );
}
