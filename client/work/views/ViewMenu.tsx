import { ActionIcon, Menu } from "@mantine/core";
import {
  IconArrowLeft,
  IconArrowRight,
  IconBookmarkPlus,
  IconCalendarShare,
  IconCopy,
  IconDots,
  IconLink,
  IconLock,
  IconPencil,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsers,
} from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { useText } from "../../platform/intl/useText";
import { useCurrentUser } from "../../platform/session";
import { copyText } from "../../ui/copy";
import { useShareScope, useViewActions } from "./useViews";
import { linkOfView } from "./view-address";
import { SubscribeToView } from "./SubscribeToView";
import { ViewDialog } from "./ViewDialog";

const icon = { size: 16, stroke: 1.75, "aria-hidden": true } as const;

interface ViewMenuProps {
  view: SavedView;
  views: readonly SavedView[];
  projectId: number | null;
  onSaveAs: () => void;
}

export function ViewMenu({ view, views, projectId, onSaveAs }: ViewMenuProps) {
  const text = useText();
  const me = useCurrentUser();
  const actions = useViewActions(projectId);
  const shareScope = useShareScope(projectId);
  const [renaming, setRenaming] = useState(false);
  const [subscribing, setSubscribing] = useState(false);
  const at = views.indexOf(view);
  const isOwner = view.owner.id === me.id;
  return (
    <>
      <FavoriteButton view={view} onToggle={() => actions.favor(view)} />
      <Menu position="bottom-start" width={220}>
        <Menu.Target>
          <ActionIcon size={28} variant="subtle" color="gray" aria-label={text("view.menu", { name: view.name })}>
            <IconDots {...icon} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          {view.can.edit && (
            <Menu.Item leftSection={<IconPencil {...icon} />} onClick={() => setRenaming(true)}>
              {text("view.rename")}
            </Menu.Item>
          )}
          {view.scope === "own" && shareScope && (
            <Menu.Item
              leftSection={<IconUsers {...icon} />}
              onClick={() => actions.change(view, { scope: shareScope })}
            >
              {text(shareScope === "tenant" ? "view.shareTenant" : "view.share")}
            </Menu.Item>
          )}
          {view.scope !== "own" && view.can.edit && isOwner && (
            <Menu.Item leftSection={<IconLock {...icon} />} onClick={() => actions.change(view, { scope: "own" })}>
              {text("view.unshare")}
            </Menu.Item>
          )}
          <Menu.Item
            leftSection={<IconCopy {...icon} />}
            onClick={() =>
              actions.create(text("view.copyOf", { name: view.name }).slice(0, 60), "own", view.layout, view.query)
            }
          >
            {text("view.duplicate")}
          </Menu.Item>
          <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={onSaveAs}>
            {text("view.saveAs")}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconLink {...icon} />}
            onClick={() => void copyText(linkOfView(view), text("view.linkCopied"))}
          >
            {text("view.copyLink")}
          </Menu.Item>
          <Menu.Item leftSection={<IconCalendarShare {...icon} />} onClick={() => setSubscribing(true)}>
            {text("calendar.subscribe")}
          </Menu.Item>
          {view.can.edit && at > 0 && (
            <Menu.Item
              leftSection={<IconArrowLeft {...icon} className="flip" />}
              closeMenuOnClick={false}
              onClick={() => actions.move(view.id, views[at - 1]?.id ?? null)}
            >
              {text("view.earlier")}
            </Menu.Item>
          )}
          {view.can.edit && at >= 0 && at < views.length - 1 && (
            <Menu.Item
              leftSection={<IconArrowRight {...icon} className="flip" />}
              closeMenuOnClick={false}
              onClick={() => actions.move(view.id, views[at + 2]?.id ?? null)}
            >
              {text("view.later")}
            </Menu.Item>
          )}
          {view.can.edit && (
            <>
              <Menu.Divider />
              <Menu.Item color="danger" leftSection={<IconTrash {...icon} />} onClick={() => actions.remove(view)}>
                {text("view.delete")}
              </Menu.Item>
            </>
          )}
        </Menu.Dropdown>
      </Menu>
      {subscribing && <SubscribeToView view={view} onClose={() => setSubscribing(false)} />}
      {renaming && (
        <ViewDialog
          title={text("view.rename")}
          projectId={projectId}
          view={view}
          onClose={() => setRenaming(false)}
          onSave={(name) => actions.change(view, { name }, () => setRenaming(false))}
          isPending={actions.isPending}
        />
      )}
    </>
  );
}

function FavoriteButton({ view, onToggle }: { view: SavedView; onToggle: () => void }) {
  const text = useText();
  return (
    <ActionIcon
      size={28}
      variant="subtle"
      color="gray"
      aria-pressed={view.favorite}
      aria-label={text("view.favorite")}
      title={text(view.favorite ? "view.unfavorite" : "view.favorite")}
      onClick={onToggle}
    >
      {view.favorite ? <IconStarFilled {...icon} /> : <IconStar {...icon} />}
    </ActionIcon>
  );
}
