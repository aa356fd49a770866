import { createBrowserRouter, Outlet, type RouteObject, useRouteError } from "react-router-dom";
import { HomeRedirect } from "./guards";
import { SignedInOutlet } from "../identity/session/RequireSignIn";
import { ChunkError, lazyComponent, lazyScreen } from "../ui/states/chunks";
import { Root } from "./Root";
import type { Page, PageHandle } from "../platform/feature/feature";
import { paths } from "../platform/paths";
import { Button } from "@mantine/core";
import { IconRefresh } from "@tabler/icons-react";
import { useEffect } from "react";
import { useText } from "../platform/intl/useText";
import { EmptyState } from "../ui/states/EmptyState";

const routeOf = ({ path, screen, title, permission, feature, keyed, showsTasks }: Page): RouteObject => ({
  path,
  handle: { title, permission, feature, keyed, showsTasks } satisfies PageHandle,
  lazy: lazyComponent(screen),
});

/** Routes of one layout. Pages with the same frame become its children. Error boundaries are below the layout, so that a broken screen leaves the menu intact. */
function routesIn(pages: readonly Page[], layout: NonNullable<Page["layout"]>): RouteObject {
  const inLayout = pages.filter((page) => (page.layout ?? "menu") === layout);
  const frames = new Set(inLayout.flatMap(({ frame }) => frame ?? []));
  return {
    Component: Outlet,
    ErrorBoundary: RouteError,
    children: [
      ...inLayout.filter(({ frame }) => !frame).map(routeOf),
      ...[...frames].map((frame) => ({
        lazy: lazyComponent(frame),
        children: inLayout.filter((page) => page.frame === frame).map(routeOf),
      })),
    ],
  };
}

const renderNothing = () => null;

export const createRouter = (pages: readonly Page[]) =>
  createBrowserRouter([
    {
      Component: Root,
      ErrorBoundary: RouteError,
      HydrateFallback: renderNothing,
      children: [
        { lazy: lazyScreen(() => import("./AdminLayout"), "AdminLayout"), children: [routesIn(pages, "menu")] },
        { lazy: lazyScreen(() => import("./NewsLayout"), "NewsLayout"), children: [routesIn(pages, "news")] },
        { path: paths.home, Component: HomeRedirect },
        { Component: SignedInOutlet, children: [routesIn(pages, "signed-in")] },
        routesIn(pages, "blank"),
        { lazy: lazyScreen(() => import("./AdminLayout"), "PublicLayout"), children: [routesIn(pages, "public")] },
      ],
    },
  ]);

/** Shown when a screen fails to load or render; the layout stays. Reloading also fetches a newer version. */
function RouteError() {
  const text = useText();
  const error = useRouteError();
  const chunk = error instanceof ChunkError;
  useEffect(() => console.error(error), [error]);
  return (
    <main id="main" tabIndex={-1}>
      <EmptyState
        title={text(chunk ? "error.chunk" : "error.screen")}
        text={text(chunk ? "error.chunk.why" : "error.screen.why")}
        action={
          <Button leftSection={<IconRefresh size={16} stroke={1.75} />} onClick={() => window.location.reload()}>
            {text("action.tryAgain")}
          </Button>
        }
      />
    </main>
  );
}
