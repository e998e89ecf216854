// A core that hears that the app is left and does nothing about it.
process.parentPort.on('message', () => undefined);
