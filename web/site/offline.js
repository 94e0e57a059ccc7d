// The service worker of the static site: all its files are kept at the first visit, so that the page works without a network.
// `./dev site` writes files.json: the names of the files, and a version that changes with any of them.

const kept = async () => {
  const {version, files} = await fetch('files.json', {cache: 'no-store'}).then(response => response.json());
  return {name: 'grundy ' + version, files};
};

addEventListener('install', event => event.waitUntil(kept().then(async ({name, files}) => {
  await (await caches.open(name)).addAll(files);
  await self.skipWaiting();
})));

addEventListener('activate', event => event.waitUntil(kept().then(async ({name}) => {
  for (const other of await caches.keys()) if (other.startsWith('grundy ') && other !== name) await caches.delete(other);
  await self.clients.claim();
}).catch(() => {})));

addEventListener('fetch', event => {
  if (event.request.method !== 'GET') return;
  event.respondWith(fetch(event.request).catch(async () => await caches.match(event.request, {ignoreSearch: true}) ??
    await caches.match('./') ?? Response.error()));
});
