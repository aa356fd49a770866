import {
  createViewFeed,
  readViewFeed,
  revokeTaskFeedById,
  type SavedView,
} from "../../../shared/work/views/views.contract";
import { useText } from "../../platform/intl/useText";
import { useAction, useEndpoint } from "../../platform/query";
import { Dialog } from "../../ui/Dialog";
import { FeedAddress } from "../../ui/FeedAddress";
import flow from "../../ui/layout/flow.module.css";

/** Secret address of a view's tasks for calendar programs. */
export function SubscribeToView({ view, onClose }: { view: SavedView; onClose: () => void }) {
  const text = useText();
  const params = { id: view.id };
  const feed = useEndpoint(readViewFeed, { params }, { staleTime: 0 }).data?.data;
  const create = useAction(createViewFeed);
  const revoke = useAction(revokeTaskFeedById);
  return (
    <Dialog opened onClose={onClose} title={text("calendar.subscribe")}>
      <div className={flow.stack}>
        <p>{text("view.subscribe.why")}</p>
        <FeedAddress
          feed={feed}
          read={readViewFeed}
          create={{ call: create, input: { params } }}
          revoke={{ call: revoke, input: { params: { id: feed?.id ?? 0 } } }}
        />
      </div>
    </Dialog>
  );
}
