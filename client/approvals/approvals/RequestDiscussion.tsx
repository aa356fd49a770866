import { useId } from "react";
import { readRequestDiscussion } from "../../../shared/approvals/approvals/request-discussion.contract";
import { useText } from "../../platform/intl/useText";
import { useEndpoint } from "../../platform/query";
import { ErrorState } from "../../ui/states/ErrorState";
import { SkeletonRows } from "../../ui/states/Skeleton";
import { RequestComments } from "./RequestComments";
import { RequestFiles } from "./RequestFiles";
import { RequestHistory } from "./RequestHistory";
import classes from "./RequestDiscussion.module.css";

interface RequestDiscussionProps {
  id: number;
  /** Print version, without controls. */
  printed?: boolean;
}

export function RequestDiscussion({ id, printed = false }: RequestDiscussionProps) {
  const text = useText();
  const titles = { files: useId(), comments: useId() };
  const query = useEndpoint(readRequestDiscussion, { params: { id } });
  const discussion = query.data?.data;
  if (query.error && !discussion) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (!discussion) return <SkeletonRows rows={2} height={40} />;
  const mayChange = discussion.can.comment && !printed;
  return (
    <div className={classes.talk}>
      {(mayChange || discussion.attachments.length > 0) && (
        <section aria-labelledby={titles.files} className={classes.part}>
          <h3 id={titles.files}>{text("request.files")}</h3>
          <RequestFiles id={id} files={discussion.attachments} mayChange={mayChange} />
        </section>
      )}
      {(mayChange || discussion.comments.length > 0) && (
        <section aria-labelledby={titles.comments} className={classes.part}>
          <h3 id={titles.comments}>{text("request.comments")}</h3>
          <RequestComments id={id} comments={discussion.comments} changes={mayChange} />
        </section>
      )}
      {discussion.activities.length > 0 && <RequestHistory activities={discussion.activities} open={printed} />}
    </div>
  );
}
