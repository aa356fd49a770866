import { Menu, UnstyledButton } from "@mantine/core";
import { IconCheck, IconChevronDown } from "@tabler/icons-react";
import { type DragEvent, useState } from "react";
import { Link } from "react-router-dom";
import type { SavedView } from "../../../shared/work/views/views.contract";
import { useText } from "../../platform/intl/useText";
import { useOpenView, useViewActions, useViews } from "./useViews";
import { pathOfView, searchOfView } from "./view-address";
import classes from "./views.module.css";

/** Number of views shown as tabs; the others are in a menu. */
const maxTabs = 4;

/** The tabs of the views of a project, or of a screen across projects. They can be dragged, and moved by keyboard in the menu of an open view. */
export function ViewTabs({ projectId }: { projectId: number | null }) {
  const text = useText();
  const views = useViews(projectId);
  const { id } = useOpenView(projectId);
  const { move } = useViewActions(projectId);
  const [dragged, setDragged] = useState<number | null>(null);
  const first = views.slice(0, maxTabs);
  const open = views.find((view) => view.id === id);
  // The open view is always a tab.
  const tabs = open && !first.includes(open) ? [...first.slice(0, maxTabs - 1), open] : first;
  const otherViews = views.filter((view) => !tabs.includes(view));
  const drop = (event: DragEvent, before: SavedView) => {
    event.preventDefault();
    const from = views.findIndex((view) => view.id === dragged);
    const to = views.indexOf(before);
    setDragged(null);
    if (dragged === null || from === to) return;
    // A view dropped on a later tab is placed after that tab.
    move(dragged, from < to ? (views[to + 1]?.id ?? null) : before.id);
  };
  return (
    <>
      {tabs.map((view) => (
        <Link
          key={view.id}
          to={{ pathname: pathOfView(view), search: searchOfView(view) }}
          aria-current={view.id === id ? "page" : undefined}
          data-view={view.id}
          data-dragged={view.id === dragged || undefined}
          draggable={view.can.edit}
          onDragStart={() => setDragged(view.id)}
          onDragEnd={() => setDragged(null)}
          onDragOver={(event) => dragged !== null && event.preventDefault()}
          onDrop={(event) => drop(event, view)}
        >
          <bdi>{view.name}</bdi>
        </Link>
      ))}
      {otherViews.length > 0 && (
        <Menu>
          <Menu.Target>
            <UnstyledButton className={classes.more}>
              {text("view.more", { count: otherViews.length })}
              <IconChevronDown size={14} stroke={1.75} aria-hidden />
            </UnstyledButton>
          </Menu.Target>
          <ViewMenuItems views={otherViews} openId={id} />
        </Menu>
      )}
    </>
  );
}

interface ViewMenuItemsProps {
  views: readonly SavedView[];
  openId: number | null;
  /** Whether the screen without a view is the first item. */
  withNone?: boolean;
}

export function ViewMenuItems({ views, openId, withNone = false }: ViewMenuItemsProps) {
  const text = useText();
  return (
    <Menu.Dropdown>
      {withNone && (
        <Menu.Item component={Link} to={{ search: "" }} aria-current={openId === null ? "page" : undefined}>
          {text("view.none")}
        </Menu.Item>
      )}
      {views.map((view) => (
        <Menu.Item
          key={view.id}
          component={Link}
          to={{ pathname: pathOfView(view), search: searchOfView(view) }}
          aria-current={view.id === openId ? "page" : undefined}
          rightSection={view.id === openId && <IconCheck size={16} stroke={1.75} aria-hidden />}
        >
          <bdi>{view.name}</bdi>
        </Menu.Item>
      ))}
    </Menu.Dropdown>
  );
}
