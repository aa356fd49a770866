import { axeChecker, reducedMotion } from "../support/axe";
import { monthsAgo } from "../support/days";
import { testedLooks } from "../support/languages";
import { openScreen } from "../support/routes";
import { expect, test } from "../support/test";
import { findSmallTouchTargets } from "../support/touch-targets";

/**
 * Screens as they open, on a desktop and on a phone, where touch targets must be at least 44 px. Dialogs and panels are covered by the
 * other accessible-*.spec.ts files.
 */
const screens: Record<string, readonly string[]> = {
  "manager@acme.test": [
    "/dashboard",
    "/projects",
    "/my-work",
    "/time-tracking",
    "/timeline",
    "/search",
    "/search?q=an",
    "/approvals",
    "/leaves/list",
    "/leaves/list?scope=team",
    "/leaves/list?tab=team",
    "/leaves/list?tab=team&view=quarter",
    "/leaves/create",
    "/room-reservation",
    "/room-reservation?view=mine",
    "/car-reservation",
    "/car-reservation?view=assign",
    "/equipment-reservation",
    "/invoices/list",
    "/invoices/create",
    "/clients",
    "/organization-chart",
    "/analytics/project",
    "/analytics/user/5",
    "/demo/todos",
    "/news-section",
    "/news-section/1",
    "/profile/overview",
    "/profile/performance",
    "/profile/editProfile",
    "/profile/notifications",
    "/profile/notifications/settings",
  ],
  "admin@acme.test": [
    "/settings/security-log",
    "/employees",
    "/employees/create",
    "/employees/import",
    "/settings/onboarding",
    "/employees/edit/5",
    "/employee/5/view",
    "/employees/promotion/create/5",
    "/employees/terminate/create/5",
    "/departments",
    "/departments/4/view",
    "/positions",
    "/groups",
    "/room",
    "/room/building",
    "/room/floor",
    "/room/equipment",
    "/cars",
    "/driver/list",
    "/reservation-report?compare=true",
    "/subscriptions",
    "/settings/organization",
    "/role-permission",
  ],
  "hr@acme.test": [
    "/payroll",
    `/payroll/${monthsAgo(1)}`,
    `/payroll/${monthsAgo(2)}`, // closed in the demo
    "/leaves-balances/list",
    "/leaves-balances/adjust",
    "/leaves-balances/opening",
    "/leaves-balances/view/1",
    "/leaves-type/edit/1",
    "/leaves-type/rules/1",
  ],
  "finance@acme.test": [
    "/invoices/list?scope=all",
    "/invoices/archive",
    "/invoices/settings",
    "/invoices/settings/accounts",
    "/invoices/settings/vat-rates",
    "/invoices/suppliers",
    "/invoices/payments",
    "/invoices/payments/1",
    "/expenses/list?scope=all",
    "/expenses/create",
    "/expenses/categories",
    "/invoices/settings/accounting",
    "/invoices/accounting",
  ],
};

const onPhones: Record<string, readonly string[]> = {
  "manager@acme.test": [
    "/projects/create",
    "/approvals?scope=sent",
    "/forms/list",
    "/profile/security",
    "/profile/delegate-access",
  ],
  "admin@acme.test": ["/settings/approvals", "/settings/sign-in", "/leaves/list?tab=types"],
};

const sizes = {
  desk: { viewport: { width: 1280, height: 800 }, ...reducedMotion },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, ...reducedMotion },
} as const;

/** Number of screens per test: few, so that tests are short and failures easy to locate. */
const together = 9;

test.describe.configure({ mode: "parallel" });
for (const { language, theme } of testedLooks) {
  test.describe(`${language}, ${theme}`, () => {
    test.use({ language });
    for (const [email, paths] of Object.entries(screens)) {
      for (const [size, browser] of Object.entries(sizes)) {
        const phone = size === "phone";
        const all = phone ? [...paths, ...(onPhones[email] ?? [])] : paths;
        for (let from = 0; from < all.length; from += together) {
          const part = all.slice(from, from + together);
          test(`axe passes on screens of ${email} on a ${size}, from ${part[0]}`, async ({ signInAs, words }) => {
            test.setTimeout(60_000 + part.length * 10_000);
            const { page } = await signInAs(email, { stored: { "portal.theme": theme }, browser });
            // Contrast doesn't depend on the screen size, so it is checked once.
            const look = axeChecker(page, words, { colours: !phone });
            for (const path of part) {
              await look(path, null, () => openScreen(page, path));
              if (phone) expect.soft(await findSmallTouchTargets(page), path).toEqual([]);
            }
          });
        }
      }
    }
  });
}
