import { looker, still } from "../support/axe";
import { looks } from "../support/languages";
import { test } from "../support/test";

/**
 * Screens as they open, on a desk and on a phone: a line each. What opens on them when one does something stands in
 * the other two files of this name.
 */
const screens: Record<string, readonly string[]> = {
  "manager@acme.test": [
    "/dashboard",
    "/projects",
    "/my-work",
    "/time-tracking",
    "/timeline",
    "/approvals",
    "/leaves/list",
    "/leaves/list?scope=team",
    "/leaves/list?tab=team",
    "/leaves/list?tab=team&view=quarter",
    "/leaves/create",
    "/invoices/list",
    "/invoices/create",
    "/profile/notifications",
    "/profile/notifications/settings",
  ],
  "admin@acme.test": [
    "/settings/security-log",
    "/employees",
    "/employees/create",
    "/employees/edit/5",
    "/employee/5/view",
    "/departments",
    "/departments/4/view",
    "/positions",
    "/groups",
    "/role-permission",
  ],
  "finance@acme.test": ["/invoices/list?scope=all", "/invoices/archive", "/invoices/settings"],
};

const sizes = {
  desk: { viewport: { width: 1280, height: 800 }, ...still },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...still },
} as const;

test.describe.configure({ mode: "parallel" });
for (const { language, theme } of looks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    for (const [email, paths] of Object.entries(screens)) {
      for (const [size, browser] of Object.entries(sizes)) {
        test(`screens of ${email} on a ${size}`, async ({ cast, words }) => {
          test.setTimeout(30_000 + paths.length * 5_000);
          const { page } = await cast(email, { stored: { "portal.theme": theme }, browser });
          const look = looker(page, words);
          for (const path of paths) await look(path, path);
        });
      }
    }
  });
}
