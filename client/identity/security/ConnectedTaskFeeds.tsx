import { listTaskFeeds, revokeTaskFeedById, type TaskFeedRow } from "../../../shared/work/views/views.contract";
import { useText } from "../../platform/intl/useText";
import { refetch, useAction, useEndpoint } from "../../platform/query";
import { toast } from "../../ui/toast/toast";
import { ConnectedFeed } from "./ConnectedFeed";
import classes from "./security.module.css";

/** The user's calendar addresses of projects and saved views. */
export function ConnectedTaskFeeds() {
  const text = useText();
  const feeds = useEndpoint(listTaskFeeds, {}, { staleTime: 0 }).data?.data ?? [];
  const revoke = useAction(revokeTaskFeedById, {
    onSuccess: ({ message }) => {
      toast.done(message);
      void refetch(listTaskFeeds);
    },
  });
  const nameOf = ({ view, project }: TaskFeedRow) => {
    if (view && project) return text("view.ofProject", { name: view, project });
    return view ?? project ?? text("opened.lostTasks");
  };
  if (feeds.length === 0) return null;
  return (
    <ul className={classes.list}>
      {feeds.map((feed) => (
        <ConnectedFeed
          key={feed.id}
          name={nameOf(feed)}
          feed={feed}
          isPending={revoke.isPending && revoke.variables?.params?.id === feed.id}
          onRevoke={() => revoke.mutate({ params: { id: feed.id } })}
        />
      ))}
    </ul>
  );
}
