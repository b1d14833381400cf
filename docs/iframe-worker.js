// Browsers start no worker for a page that is opened as a file. There, the site's search runs in a hidden frame instead.
// The theme looks for the name IFrameWorker.
window.IFrameWorker = class extends EventTarget {
  constructor(url) {
    super()
    const frame = document.body.appendChild(document.createElement("iframe"))
    frame.hidden = true
    this.scope = frame.contentWindow
    const load = (src) =>
      new Promise((resolve, reject) => {
        const script = frame.contentDocument.createElement("script")
        Object.assign(script, { src, onload: resolve, onerror: reject })
        frame.contentDocument.head.append(script)
      })
    this.scope.importScripts = (...urls) => urls.reduce((before, each) => before.then(() => load(each)), Promise.resolve())
    this.scope.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }))
    this.loaded = this.scope.importScripts(url)
  }

  postMessage(data) {
    this.loaded.then(() => this.scope.dispatchEvent(new MessageEvent("message", { data })))
  }
}

if (location.protocol === "file:") window.Worker = window.IFrameWorker
