// Shows push messages and opens their pages. It handles no requests of the page, so nothing can be outdated.
(function () {
  // This file is checked with the types of a page, which lack those of service workers.
  const worker = /** @type {any} */ (self);

  worker.addEventListener("install", () => worker.skipWaiting());
  worker.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(worker.clients.claim()));

  worker.addEventListener("push", (/** @type {any} */ event) => {
    const { title = "", body = "", path = "/", tag, lang, dir } = event.data ? event.data.json() : {};
    // A message with the same tag replaces the shown one, so repeated messages are shown once.
    const options = { body, tag, lang, dir, icon: "/icon.svg", badge: "/icon.svg", data: { path } };
    event.waitUntil(worker.registration.showNotification(title, options));
  });

  worker.addEventListener("notificationclick", (/** @type {any} */ event) => {
    event.notification.close();
    const { path = "/" } = event.notification.data || {};
    event.waitUntil(open(new URL(path, worker.location.origin)));
  });

  /** @param {URL} url */
  async function open(url) {
    if (url.origin !== worker.location.origin) return;
    const tabs = await worker.clients.matchAll({ type: "window", includeUncontrolled: true });
    const tab = tabs.find((/** @type {any} */ each) => each.focused) || tabs[0];
    if (!tab) {
      await worker.clients.openWindow(url.href);
      return;
    }
    await tab.focus();
    tab.postMessage({ type: "open", path: url.pathname + url.search }); // without reloading the page
  }
})();
