import { Button } from "@mantine/core";
import { endSession, listSessions } from "../../../shared/identity/session/session.contract";
import { browserName } from "../../../shared/kernel/browser-name";
import { useFormat, useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { Panel } from "../../ui/Panel";
import { QueryBoundary } from "../../ui/states/QueryBoundary";
import { RelativeTime } from "../../ui/signs/RelativeTime";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { toast } from "../../ui/toast/toast";
import classes from "./security.module.css";

export function SessionsPanel() {
  const text = useText();
  const { day, number } = useFormat();
  const query = useEndpoint(listSessions, {}, { staleTime: 0 });
  const end = useAction(endSession, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void refetch(listSessions);
    },
  });
  return (
    <Panel title={text("sessions.title")} count={query.data?.data && number(query.data.data.length)} padded>
      <QueryBoundary query={query} loading={<SkeletonRows rows={2} />} failed={text("sessions.failed")}>
        {({ data }) => (
          <ul className={classes.list}>
            {data.map((one) => {
              const name = browserName(one.user_agent) ?? text("sessions.unknown");
              return (
                <li key={one.id}>
                  <span>
                    <bdi>{name}</bdi>
                    <small>
                      {text("sessions.since", { day: day(one.created_at, "medium") })} ·{" "}
                      {one.current ? text("sessions.current") : <RelativeTime at={one.last_used_at} />}
                    </small>
                  </span>
                  {!one.current && (
                    <Button
                      size="xs"
                      color="danger"
                      aria-label={text("sessions.endOne", { name })}
                      loading={end.isPending && end.variables?.params?.id === one.id}
                      onClick={() => end.mutate({ params: { id: one.id } })}
                    >
                      {text("sessions.end")}
                    </Button>
                  )}
                </li>
              );
            })}
          </ul>
        )}
      </QueryBoundary>
    </Panel>
  );
}
