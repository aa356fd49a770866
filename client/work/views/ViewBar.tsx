import { Button, Menu } from "@mantine/core";
import { IconAlertTriangle, IconBookmarkPlus, IconChevronDown } from "@tabler/icons-react";
import { useState } from "react";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { viewQueryOf, withoutReference } from "../../../shared/work/views/views.rules";
import { useAddress } from "../../platform/address/useAddress";
import { useText } from "../../platform/intl/useText";
import { Fold } from "../../ui/Fold";
import { useFollowView, useOpenView, useViewActions, useViews } from "./useViews";
import { viewParam, withViewQuery } from "./view-address";
import { ViewDialog } from "./ViewDialog";
import { ViewMenu } from "./ViewMenu";
import { ViewMenuItems } from "./ViewTabs";
import classes from "./views.module.css";
import tones from "../../ui/layout/tones.module.css";

const keep = { replace: true, preventScrollReset: true } as const;

/** Actions for the open view, or for a screen that differs from the standard. */
export function ViewBar({ projectId }: { projectId: number | null }) {
  const text = useText();
  const views = useViews(projectId);
  const open = useOpenView(projectId);
  const { layout, id, view, isMissing, query, isModified } = open;
  const actions = useViewActions(projectId);
  const [, setSearch] = useAddress();
  const [saving, setSaving] = useState(false);
  useFollowView(open);
  if (layout === null) return null;
  return (
    <>
      <Fold>
        {views.length > 0 && (
          <Menu>
            <Menu.Target>
              <Button
                hiddenFrom="sm"
                size="xs"
                variant="subtle"
                color="gray"
                rightSection={<IconChevronDown size={14} stroke={1.75} aria-hidden />}
              >
                {view ? <bdi>{view.name}</bdi> : text("view.views")}
              </Button>
            </Menu.Target>
            <ViewMenuItems views={views} openId={id} withNone={projectId === null} />
          </Menu>
        )}
        {view && <ViewMenu view={view} views={views} projectId={projectId} onSaveAs={() => setSaving(true)} />}
        {view && isModified && (
          <>
            <span className={tones.quiet} role="status">
              {text("view.modified")}
            </span>
            {view.can.edit && (
              <Button
                size="xs"
                variant="filled"
                loading={actions.isPending}
                onClick={() => actions.save(view, layout, query)}
              >
                {text("action.save")}
              </Button>
            )}
            <Button size="xs" variant="subtle" color="gray" onClick={() => setSaving(true)}>
              {text("view.saveAs")}
            </Button>
            <Button
              size="xs"
              variant="subtle"
              color="gray"
              onClick={() => setSearch((now) => withViewQuery(now, view.query), keep)}
            >
              {text("view.reset")}
            </Button>
          </>
        )}
        {id === null && query !== "" && (
          <Button
            size="xs"
            variant="subtle"
            color="gray"
            leftSection={<IconBookmarkPlus size={16} stroke={1.75} aria-hidden />}
            onClick={() => setSaving(true)}
          >
            {text("view.save")}
          </Button>
        )}
      </Fold>
      {view && <MissingReferences view={view} />}
      {isMissing && (
        <p className={classes.notice} role="status" data-own-row>
          <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
          {text("view.notFound")}
          <Button
            size="compact-xs"
            variant="subtle"
            onClick={() =>
              setSearch((now) => {
                now.delete(viewParam);
                return now;
              }, keep)
            }
          >
            {text("action.close")}
          </Button>
        </p>
      )}
      {saving && (
        <ViewDialog
          title={text("view.save")}
          projectId={projectId}
          view={null}
          onClose={() => setSaving(false)}
          onSave={(name, scope) => actions.create(name, scope, layout, query, () => setSaving(false))}
          isPending={actions.isPending}
        />
      )}
    </>
  );
}

/** Lists deleted records that the view still filters by, while the screen has the condition. */
function MissingReferences({ view }: { view: SavedView }) {
  const text = useText();
  const [search, setSearch] = useAddress();
  const now = viewQueryOf(search);
  const relevantReferences = view.missing.filter((one) => viewQueryOf(withoutReference(search, one)) !== now);
  return relevantReferences.map((one) => (
    <p key={`${one.kind}:${one.id}`} className={classes.notice} role="status" data-own-row>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span>{text(`view.missing.${one.kind}`, { name: one.name ?? text("view.missing.unknown") })}</span>
      <Button
        size="compact-xs"
        variant="subtle"
        onClick={() => setSearch((address) => withoutReference(address, one), keep)}
      >
        {text("view.missing.remove")}
      </Button>
    </p>
  ));
}
