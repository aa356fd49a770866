import type { Page } from "../platform/feature/feature";
import { paths } from "../platform/paths";
import { features } from "./features";

export { features };

const errorPages = () => import("./errors/errors.pages");

const errorPage = (path: string, title: Page["title"], name: keyof Awaited<ReturnType<typeof errorPages>>): Page => ({
  path,
  title,
  layout: "public",
  screen: async () => (await errorPages())[name],
});

/** All screens, from the manifests of the features. Loaded together with the texts before the first render. */
export const pages: readonly Page[] = [
  ...features.flatMap(({ pages = [] }) => pages),
  { ...errorPage("/pages/maintenance", "title.maintenance", "MaintenancePage"), layout: "blank" },
  errorPage(paths.badRequest, "title.badRequest", "BadRequestPage"),
  errorPage(paths.serverError, "title.serverError", "ServerErrorPage"),
  errorPage(paths.tenantInactive, "title.tenantInactive", "TenantInactivePage"),
  errorPage(paths.notFound, "title.notFound", "NotFoundPage"),
  errorPage("*", "title.notFound", "NotFoundPage"),
];
