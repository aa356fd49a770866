import { createBrowserRouter, Outlet, type RouteObject } from "react-router-dom";
import { HomeRedirect } from "./guards";
import { SignedInOutlet } from "../identity/session/RequireSignIn";
import { lazyComponent, lazyScreen } from "../ui/states/chunks";
import { Root } from "./Root";
import { RouteError } from "./RouteError";
import type { Page, PageHandle } from "../platform/feature/feature";
import { paths } from "../platform/paths";

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
