import { randomUUID } from "node:crypto";
import * as contract from "../../../shared/identity/session/session.contract";
import { Login } from "../support/login";
import { outboxPage } from "../support/outbox";
import { expect, test } from "../support/test";

const onDashboard = /\/dashboard$/;

test("wrong credentials are refused, and right ones lead to the requested page", async ({ people }) => {
  const { page, complaints } = await people.visitor();
  const login = new Login(page);
  await page.goto("/projects?status=active");
  await login.shown();
  await expect(page).toHaveURL(/\/login$/);

  await login.button.click();
  await expect(page.getByText("This field is required")).toHaveCount(2);
  await login.signIn("no address", "x");
  await expect(page.getByText("Please enter a valid email")).toBeVisible();
  await expect(login.email).toBeFocused();

  for (const email of ["manager@acme.test", `${randomUUID()}@acme.test`]) {
    await login.signIn(email, "Wrong1234");
    await expect(page.getByText("Incorrect e-mail or password.")).toBeVisible();
    await login.email.fill("");
    await expect(page.getByText("Incorrect e-mail or password.")).toBeHidden();
  }

  await login.signIn("manager@acme.test");
  await expect(page).toHaveURL(/\/projects\?status=active$/);
  await expect(page.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();
  expect(complaints).toEqual([]);
});

test("a session lasts 12 hours, or 30 days if the user stays logged in", async ({ people }) => {
  for (const remember of [false, true]) {
    const { page, context } = await people.visitor();
    await page.goto("/login");
    const login = new Login(page);
    if (remember) await page.getByRole("checkbox", { name: "Keep me logged in for 30 days" }).check();
    const answer = page.waitForResponse((response) => response.url().endsWith("/auth/login"));
    await login.signIn("employee@acme.test");
    const token = ((await (await answer).json()) as { access_token: string }).access_token;
    await expect(page).toHaveURL(onDashboard);
    const { data } = await people.apiWith("employee@acme.test", token).call(contract.listSessions);
    const own = data.find(({ current }) => current);
    const hours = (Date.parse(own?.expires_at ?? "") - Date.parse(own?.created_at ?? "")) / 3_600_000;
    expect(Math.round(hours)).toBe(remember ? 30 * 24 : 12);
    await context.close();
  }
});

test("a forgotten password is reset once with the link in the mail", async ({ people }) => {
  const email = "rojin.taha@acme.test";
  const { page, context } = await people.visitor();
  await page.goto("/login");
  await expect(new Login(page).email).toBeFocused();
  await page.getByRole("link", { name: "Forgot password?" }).click();
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByRole("textbox", { name: "E-mail" }).fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText("If an account with this address exists, we have sent it a link.")).toBeVisible();
  await expect(page).toHaveURL(/\/login$/);

  const mail = await context.newPage();
  await mail.goto(await outboxPage());
  await mail.getByRole("listitem").filter({ hasText: email }).first().getByRole("link").click();
  const link = (await mail.getByRole("link", { name: /reset-password/ }).getAttribute("href")) as string;
  await mail.close();

  await page.goto(link);
  const secret = `Harbour1${randomUUID().slice(0, 6)}`;
  const [fresh, again] = [page.getByLabel("New password", { exact: true }), page.getByLabel("Repeat the new password")];
  const rules = page.getByRole("list").filter({ hasText: "At least 8 characters" }).getByRole("listitem");
  await fresh.fill("harb");
  const own = /Not a widely used password\s*met/;
  await expect(rules).toHaveText([/not met yet/, /lowercase letter\s*met/, /not met yet/, /not met yet/, own]);
  await fresh.fill("Welcome1");
  await expect(rules.last()).toHaveText(/Not a widely used password\s*not met yet/);
  await fresh.fill("harb");
  await again.fill("harb");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Password doesn't meet the criteria")).toBeVisible();
  await fresh.fill(secret);
  await expect(rules.filter({ hasText: "not met yet" })).toHaveCount(0);
  await expect(page.getByText("Passwords do not match.")).toBeVisible();
  await again.fill(secret);
  await page.getByRole("button", { name: "Show or hide the password" }).first().click();
  await expect(fresh).toHaveAttribute("type", "text");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page).toHaveURL(/\/login$/);
  await new Login(page).signIn(email, secret);
  await expect(page).toHaveURL(onDashboard);

  const { page: later } = await people.visitor();
  await later.goto(link);
  await later.getByLabel("New password", { exact: true }).fill(`${secret}2`);
  await later.getByLabel("Repeat the new password").fill(`${secret}2`);
  await later.getByRole("button", { name: "Save password" }).click();
  await expect(later.getByText("This link is no longer valid.")).toBeVisible();
});

test("a registration is confirmed by mail with a newly chosen password", async ({ people }) => {
  const email = `${randomUUID()}@acme.test`;
  const { page, context, complaints } = await people.visitor();
  expect((await page.request.post("/users/register", { data: { email, fullname: "Nora New" } })).status()).toBe(201);
  const mail = await context.newPage();
  // The mail is written after the response.
  const listed = mail.getByRole("listitem").filter({ hasText: email });
  await expect(async () => {
    await mail.goto(await outboxPage());
    expect(await listed.count()).toBe(1);
  }).toPass();
  await listed.getByRole("link").click();
  const link = (await mail.getByRole("link", { name: /confirm-registration/ }).getAttribute("href")) as string;
  await mail.close();

  await page.goto(link);
  const save = page.getByRole("button", { name: "Confirm address" });
  await save.click();
  await expect(page.getByText("This field is required")).toHaveCount(2);
  await page.getByLabel("New password", { exact: true }).fill("Harbour1Mountain");
  await page.getByLabel("Repeat the new password").fill("Harbour1Mountain");
  await save.click();
  await expect(page).toHaveURL(/\/login$/);
  await new Login(page).signIn(email, "Harbour1Mountain");
  await expect(page.getByText("This account is not active. Please ask your administrator.")).toBeVisible();
  expect(complaints).toEqual([]);
});

test("/reset-password without token and e-mail redirects to /forgot-password", async ({ people }) => {
  const { page } = await people.visitor();
  await page.goto("/reset-password?token=abc");
  await expect(page).toHaveURL(/\/forgot-password$/);
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
});

test("an ended session shows a message at login and leads back to the page", async ({ signInAs, newProject }) => {
  const harbour = await newProject({ "To do": ["Order tea"] });
  const person = await signInAs("manager@acme.test", { ownSession: true });
  await person.page.goto(`${harbour.path}?q=tea`);
  await expect(person.page.getByRole("link", { name: /Order tea/ })).toBeVisible();

  const { data } = await person.api.call(contract.listSessions);
  const own = data.find(({ current }) => current)?.id as number;
  await person.api.call(contract.endSession, { params: { id: own } });

  const login = new Login(person.page);
  await login.shown();
  await expect(person.page.getByText("Session Expired, please login again.")).toBeVisible();
  expect(await person.page.evaluate(() => localStorage.getItem("portal.token"))).toBeNull();
  await login.signIn("manager@acme.test");
  await expect(person.page).toHaveURL(`${harbour.path}?q=tea`);
  await expect(person.page.getByRole("link", { name: /Order tea/ })).toBeVisible();
});

test("logout and login in one tab apply to a second tab", async ({ signInAs }) => {
  const person = await signInAs("manager@acme.test", { ownSession: true });
  const { page } = person;
  await page.goto("/dashboard");
  const other = await person.openTab();
  await other.goto("/projects");
  await expect(other.getByRole("heading", { level: 1, name: "Projects" })).toBeVisible();

  await page.getByRole("button", { name: person.say("userMenu.open", { name: person.fullname }) }).click();
  await page.getByRole("menuitem", { name: "Log out" }).click();
  await new Login(page).shown();
  await new Login(other).shown();

  await new Login(page).signIn("manager@acme.test");
  await expect(page).toHaveURL(onDashboard);
  await expect(
    other.getByRole("button", { name: person.say("userMenu.open", { name: person.fullname }) }),
  ).toBeVisible();
});

test("/logout logs out and clears the storage except device settings", async ({ signInAs }) => {
  const person = await signInAs("employee@acme.test", { ownSession: true, stored: { "portal.theme": "light" } });
  const { page } = person;
  await page.goto("/dashboard");
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await page.goto("/logout");
  await new Login(page).shown();
  const left = await page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)]);
  expect(left[0]).not.toContain("portal.token");
  expect(left[0]).toContain("portal.theme");
  expect(left[1]).toEqual([]);
  expect(await person.api.status(contract.readCurrentUser)).toBe(401);
  await page.reload();
  await new Login(page).shown();
  expect(await page.evaluate(() => Object.keys(localStorage))).not.toContain("portal.token");
});
