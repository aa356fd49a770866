import { type DragEvent, type KeyboardEvent, useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { setFavoriteView, listFavoriteViews, type SavedView } from "../../../shared/work/views/views.contract";
import { useText } from "../../platform/intl/useText";
import { cacheMs, refetch, useAction, useEndpoint } from "../../platform/query";
import { useCurrentUser } from "../../platform/session";
import { toneColor } from "../../ui/signs/tones";
import { pathOfView, searchOfView, viewParam } from "./view-address";

/** The user's favorite views in the side menu. They are ordered by dragging, or with Alt and the arrow keys. */
export function FavoriteViews({ rowClass }: { rowClass: string | undefined }) {
  const text = useText();
  const [search] = useSearchParams();
  // Personal data isn't readable while viewing as another user.
  const enabled = useCurrentUser().viewing === null;
  const views = useEndpoint(listFavoriteViews, {}, { staleTime: cacheMs, enabled }).data?.data ?? [];
  const moving = useAction(setFavoriteView, { onSuccess: () => void refetch(listFavoriteViews) });
  const [dragged, setDragged] = useState<number | null>(null);
  if (views.length === 0) return null;
  const move = (id: number, to: number) => {
    const from = views.findIndex((view) => view.id === id);
    if (from < 0 || to < 0 || to >= views.length || from === to) return;
    const before = views[from < to ? to + 1 : to]?.id ?? null;
    moving.mutate({ params: { id }, body: { favorite: true, before_id: before } });
  };
  const onKeyDown = (event: KeyboardEvent, at: number, { id }: SavedView) => {
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (!event.altKey || by === 0) return;
    event.preventDefault();
    move(id, at + by);
  };
  const drop = (event: DragEvent, at: number) => {
    event.preventDefault();
    if (dragged !== null) move(dragged, at);
    setDragged(null);
  };
  return (
    <ul aria-label={text("view.favorites")}>
      {views.map((view, at) => (
        <li key={view.id}>
          <Link
            to={{ pathname: pathOfView(view), search: searchOfView(view) }}
            className={rowClass}
            data-child
            aria-current={search.get(viewParam) === String(view.id) ? "page" : undefined}
            aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
            title={view.project ? text("view.ofProject", { name: view.name, project: view.project.title }) : view.name}
            draggable
            onDragStart={() => setDragged(view.id)}
            onDragEnd={() => setDragged(null)}
            onDragOver={(event) => dragged !== null && event.preventDefault()}
            onDrop={(event) => drop(event, at)}
            onKeyDown={(event) => onKeyDown(event, at, view)}
          >
            <i
              data-mantine-color-scheme="dark"
              style={{ background: toneColor(view.project?.color ?? "grey") }}
              aria-hidden
            />
            <bdi className="clip">{view.name}</bdi>
          </Link>
        </li>
      ))}
    </ul>
  );
}
