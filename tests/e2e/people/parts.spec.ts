import { createClient, deleteClient } from "../../../shared/work/clients/clients.contract";
import { createVacancy, deleteVacancy } from "../../../shared/people/vacancies/vacancies.contract";
import { selectPositions } from "../../../shared/people/positions/positions.contract";
import { updateUser } from "../../../shared/people/people/user-changes.contract";
import { listUsers } from "../../../shared/people/people/users.contract";
import { createRole, deleteRole } from "../../../shared/administration/roles/roles.contract";
import { expect, test } from "../support/test";

test("the chart and clients update live for users without directory access", async ({ signInAs }) => {
  test.setTimeout(60_000);
  const { api } = await signInAs("admin@acme.test");
  const email = "karwan.salih@acme.test";
  const [person] = (await api.call(listUsers, { query: { q: email } })).data;
  const before = { params: { id: person?.id as number }, body: { role_id: person?.role?.id as number } };
  const name = `Reader ${Date.now()}`;
  const permissions = ["organization-chart-view" as const, "client-list" as const];
  const role = (await api.call(createRole, { body: { name, permissions } })).data;
  await api.call(updateUser, { ...before, body: { role_id: role.id } });
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const { page } = await signInAs(email);
    const clients = await (await signInAs(email)).openTab();
    await page.goto("/organization-chart");
    await expect(page.getByRole("treeitem").first()).toBeVisible();
    await clients.goto("/clients");
    await expect(clients.getByRole("heading", { name: "Baltic Timber AS" })).toBeVisible();

    const [position] = (await api.call(selectPositions)).data;
    const vacancy = (await api.call(createVacancy, { body: { position_id: position?.id as number } })).data;
    cleanups.push(() => api.call(deleteVacancy, { params: { id: vacancy.id } }));
    await expect(page.locator(`#chart--${vacancy.id}`)).toBeVisible(); // vacancies have negative ids
    const client = (await api.call(createClient, { body: { fullname: name } })).data;
    cleanups.push(() => api.call(deleteClient, { params: { id: client.id }, body: {} }));
    await expect(clients.getByRole("heading", { name })).toBeVisible();
  } finally {
    for (const remove of cleanups) await remove();
    await api.call(updateUser, before);
    await api.call(deleteRole, { params: { id: role.id }, body: {} });
  }
});
