import { Button } from "@mantine/core";
import { useState } from "react";
import { useSearchParams } from "react-router-dom";
import { readUnsubscribe, unsubscribe } from "../../../shared/communication/notifications/settings.contract";
import type { MessageId } from "../../platform/intl/catalogues";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { SkeletonRows } from "../../ui/states/Skeleton";
import classes from "./unsubscribe.module.css";

/** Target of the unsubscribe link in mails, signed in or not. One-click requests by mail clients go to the server instead. */
export function UnsubscribePage() {
  const text = useText();
  const [search] = useSearchParams();
  const token = search.get("token") ?? "";
  const query = useEndpoint(readUnsubscribe, { query: { token } });
  const [stopped, setStopped] = useState(false);
  const stop = useAction(unsubscribe, { onSuccess: () => setStopped(true) });
  return (
    <main className={classes.page}>
      <div className={classes.card}>
        <h1 tabIndex={-1} data-page-title>
          {text(stopped ? "unsubscribe.done" : "unsubscribe.title")}
        </h1>
        <QueryBoundary
          query={query}
          failed={text("unsubscribe.failed")}
          loading={<SkeletonRows rows={3} height={24} />}
        >
          {({ data }) => (
            <>
              <p>
                <b>{text(`notification.topic.${data.what}` as MessageId)}</b>
                <br />
                <bdi>{data.email}</bdi>
              </p>
              {stopped ? (
                <p role="status">{text("unsubscribe.back")}</p>
              ) : (
                <Button variant="filled" loading={stop.isPending} onClick={() => stop.mutate({ query: { token } })}>
                  {text("unsubscribe.stop")}
                </Button>
              )}
            </>
          )}
        </QueryBoundary>
      </div>
    </main>
  );
}
