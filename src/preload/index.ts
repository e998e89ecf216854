import { contextBridge, ipcRenderer } from 'electron';

// The page learns one thing: that it runs in the desktop app. All else goes through the one port.
contextBridge.exposeInMainWorld('fixlore', { desktop: true });

window.addEventListener('message', (event) => {
  if (event.source === window && event.data === 'fixlore-port-wanted') ipcRenderer.send('fixlore-port-wanted');
});

ipcRenderer.on('fixlore-port', (event) => {
  window.postMessage('fixlore-port', window.location.origin, [...event.ports]);
});
