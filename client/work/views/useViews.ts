import { useCallback, useEffect, useMemo, useRef } from "react";
import { useLocation, useNavigate } from "react-router-dom";
import { readProject } from "../../../shared/work/projects/projects.contract";
import {
  createView,
  deleteView,
  setFavoriteView,
  listFavoriteViews,
  listViews,
  moveView,
  restoreView,
  type SavedView,
  updateView,
} from "../../../shared/work/views/views.contract";
import { viewQueryOf } from "../../../shared/work/views/views.rules";
import type { TaskViewLayout, ViewScope } from "../../../shared/work/views/views.schema";
import { parseIdParam, useAddress } from "../../platform/address/useAddress";
import { call } from "../../platform/api";
import { useText } from "../../platform/intl/useText";
import { cacheMs, refetch, useAction, useEndpoint } from "../../platform/query";
import { useCan, useCurrentUser } from "../../platform/session";
import type { UndoStep } from "../../undo/history";
import { undoableMutation } from "../../undo/undoable-mutation";
import { columnsParam, storedColumns } from "../tasks/list/useListSettings";
import { layoutAt, pathOfView, searchOfView, viewParam, withViewQuery } from "./view-address";

const noViews: readonly SavedView[] = [];
const changed = () => refetch(listViews, listFavoriteViews);

/** Saved views of a project. With null, those of the open screen that spans projects, such as My work. */
export function useViews(projectId: number | null): readonly SavedView[] {
  return useLoadedViews(projectId).views ?? noViews;
}

function useLoadedViews(projectId: number | null) {
  const layout = layoutAt(useLocation().pathname, projectId);
  const query = projectId === null ? {} : { project_id: projectId };
  const { data, isFetching } = useEndpoint(listViews, { query }, { staleTime: cacheMs });
  const all = data?.data;
  const views = useMemo(
    () => (projectId === null ? all?.filter((view) => view.layout === layout) : all),
    [projectId, layout, all],
  );
  return { layout, views, isFetching };
}

export interface OpenView {
  layout: TaskViewLayout | null;
  /** The id in the address; null if no view is open. */
  id: number | null;
  view: SavedView | undefined;
  /** Whether the views are loaded and none of them has the id. */
  isMissing: boolean;
  /** The screen's state in the format of stored views. */
  query: string;
  isModified: boolean;
}

export function useOpenView(projectId: number | null): OpenView {
  const [search] = useAddress();
  const { layout, views, isFetching } = useLoadedViews(projectId);
  const id = parseIdParam(search.get(viewParam) ?? undefined);
  const view = id === null ? undefined : views?.find((one) => one.id === id);
  const query = viewQueryOf(search);
  return {
    layout,
    id,
    view,
    isMissing: id !== null && views !== undefined && !view && !isFetching,
    query,
    isModified: view !== undefined && (view.query !== query || view.layout !== layout),
  };
}

/** Applies the current view to links that contain only its id, and updates an unmodified view when other users change it. */
export function useFollowView({ view, query }: OpenView): void {
  const [, setSearch] = useAddress();
  const last = useRef<{ id: number; query: string } | null>(null);
  useEffect(() => {
    if (!view) return;
    const before = last.current?.id === view.id ? last.current.query : "";
    last.current = { id: view.id, query: view.query };
    if (query === before && query !== view.query)
      setSearch((now) => withViewQuery(now, view.query), { replace: true, preventScrollReset: true });
  }, [view, query, setSearch]);
}

/** The scope of views shared in a project or across projects; null if the user may not share views. */
export function useShareScope(projectId: number | null): ViewScope | null {
  const mayShareAcross = useCan()("project-all");
  const { external } = useCurrentUser();
  const params = { id: projectId ?? 0 };
  const project = useEndpoint(readProject, { params }, { enabled: projectId !== null }).data?.data;
  if (projectId === null) return mayShareAcross && !external ? "tenant" : null;
  return project?.can.edit ? "project" : null;
}

/** Returns a function that builds the stored query; lists include their columns. */
function useStoredQuery(projectId: number | null): (query: string, layout: TaskViewLayout) => string {
  const me = useCurrentUser();
  return useCallback(
    (query, layout) => {
      const search = new URLSearchParams(query);
      if (projectId !== null && layout === "list" && !search.has(columnsParam))
        search.set(columnsParam, storedColumns(me.id, projectId).join(","));
      return viewQueryOf(search);
    },
    [me.id, projectId],
  );
}

export function useViewActions(projectId: number | null) {
  const text = useText();
  const navigate = useNavigate();
  const [, setSearch] = useAddress();
  const storedQuery = useStoredQuery(projectId);
  const show = ({ data }: { data: SavedView }) => {
    void changed();
    void navigate(`${pathOfView(data)}?${searchOfView(data)}`, { preventScrollReset: true });
  };
  const creating = useAction(createView, { onSuccess: show });
  const updating = useAction(updateView, { onSuccess: () => void changed(), onProblem: () => void changed() });
  const moving = useAction(moveView, { onSuccess: () => void changed() });
  const favoring = useAction(setFavoriteView, { onSuccess: () => void changed() });
  const removing = useAction(deleteView, {
    ...undoableMutation(text("view.removed"), ({ id }): UndoStep => restoreStep(id, text("view.removed"))),
    onSuccess: () => {
      void changed();
      setSearch(
        (now) => {
          now.delete(viewParam);
          return withViewQuery(now, "");
        },
        { replace: true },
      );
    },
  });
  return {
    create: (name: string, scope: ViewScope, layout: TaskViewLayout, query: string, onDone?: () => void) =>
      creating.mutate(
        { body: { project_id: projectId, name, scope, layout, query: storedQuery(query, layout) } },
        { onSuccess: onDone },
      ),
    /** Saves the screen's state in the view. */
    save: ({ id, version }: SavedView, layout: TaskViewLayout, query: string) => {
      const stored = storedQuery(query, layout);
      updating.mutate(
        { params: { id }, body: { layout, query: stored, version } },
        {
          onSuccess: () => setSearch((now) => withViewQuery(now, stored), { replace: true, preventScrollReset: true }),
        },
      );
    },
    change: ({ id, version }: SavedView, to: { name?: string; scope?: ViewScope }, onDone?: () => void) =>
      updating.mutate({ params: { id }, body: { ...to, version } }, { onSuccess: onDone }),
    move: (id: number, before: number | null) => moving.mutate({ params: { id }, body: { before_id: before } }),
    favor: (view: SavedView) => favoring.mutate({ params: { id: view.id }, body: { favorite: !view.favorite } }),
    remove: ({ id }: SavedView) => removing.mutate({ params: { id } }),
    isPending: creating.isPending || updating.isPending,
  };
}

const restoreStep = (id: number, label: string): UndoStep => ({
  text: label,
  undo: async () => {
    await call(restoreView, { params: { id } });
    await changed();
    return {
      text: label,
      undo: async () => {
        await call(deleteView, { params: { id } });
        await changed();
        return restoreStep(id, label);
      },
    };
  },
});
