import { createLeave, discardLeave, listLeave } from "../../shared/leave/leave.contract";
import { listLeaveTypes } from "../../shared/leave/leave-types.contract";
import { leave as close, looker, looks, still } from "./support/axe";
import { test } from "./support/test";

// What opens on the screens of leave when one does something there.
test.describe.configure({ mode: "parallel" });
for (const { language, theme } of looks) {
  for (const viewport of [
    { width: 1280, height: 800 },
    { width: 390, height: 844 },
  ]) {
    test.describe(`${language}, ${theme}, ${viewport.width}`, () => {
      test.use({ language });
      test(`leave in ${language}, ${theme}, ${viewport.width}`, async ({ cast, words }) => {
        test.setTimeout(90_000);
        const options = { language, stored: { "portal.theme": theme }, browser: { viewport, ...still } };
        const { page, say, api } = await cast("manager@acme.test", options);
        const look = looker(page, words);
        const types = await api.call(listLeaveTypes);
        // In the coming spring, beside nobody's: a form with everything on it that a form can have.
        const day = `${new Date().getUTCFullYear() + 1}-04-0${viewport.width === 390 ? 6 : 7}`;
        const body = { leave_type_id: types.data[0]?.id as number, start_date: day, end_date: day, draft: true };
        const draft = (await api.call(createLeave, { body })).data;
        await look("form", `/leaves/edit/${draft.id}`);
        await look("discard", null, () => page.getByRole("button", { name: say("leave.discard") }).click());
        await close(page);
        await api.call(discardLeave, { params: { id: draft.id } });

        const mine = await api.call(listLeave, { query: { scope: "mine", status: "approved_by_manager" } });
        await look("with its offer", `/leaves/view/${mine.data[0]?.id}`);
        await look("addresses", "/leaves/list?tab=team&view=quarter", () =>
          page.getByRole("button", { name: say("feed.open") }).click(),
        );

        const hr = await cast("hr@acme.test", options);
        await looker(hr.page, words)("minimum cover", "/leaves/list?tab=team", () =>
          hr.page.getByRole("button", { name: say("cover.open") }).click(),
        );
        await looker(hr.page, words)("filters", "/leaves/list?scope=all&status=approved");
      });
    });
  }
}
