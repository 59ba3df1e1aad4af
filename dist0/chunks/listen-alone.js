// kernel/config/listen-alone.ts
/**
* Returns the config of a server that a program starts for itself: at free ports of loopback, and without what belongs to
* the addresses of the service.
*/
function listeningAlone(config) {
	const { admin, socket: _socket, tls: _tls, ...others } = config;
	const place = {
		host: "127.0.0.1",
		port: 0
	};
	return {
		...others,
		...place,
		proxyProtocol: false,
		...admin === void 0 ? {} : { admin: {
			...place,
			socketMode: admin.socketMode
		} }
	};
}
export { listeningAlone as t };

//# sourceMappingURL=listen-alone.js.map