import type { PGlite } from '@electric-sql/pglite'

/** The end of a turn on the wire: `Z`, length 5, `I` for "no transaction is open". */
const idle = Buffer.from('Z\0\0\0\x05I')
const terminate = 'X'.charCodeAt(0)

/**
 * Lets a client finish its batch of messages, or its transaction, before the next client is served.
 *
 * PGlite is one session. pglite-socket shares it out message by message and keeps to a client only while
 * `isInTransaction()`, so that one client's Bind can meet another's Parse and answer with the other's rows
 * (electric-sql/pglite#1046). Answering "is a turn under way?" instead closes that gap.
 */
export function keepTurnsWhole(pglite: PGlite): PGlite {
  const send = pglite.execProtocolRawStream.bind(pglite)
  const run = pglite.exec.bind(pglite)
  const isTransactionOpen = pglite.isInTransaction.bind(pglite)
  let isTurnUnderWay = false

  const execProtocolRawStream: typeof send = async (message, options) => {
    let tail = Buffer.of()
    await send(message, {
      ...options,
      onRawData(data) {
        tail = Buffer.concat([tail, data.slice(-idle.length)]).subarray(-idle.length)
        options.onRawData(data)
      },
    })
    if (message[0] !== terminate) isTurnUnderWay = !tail.equals(idle)
  }

  /** The socket server's only use of it: `ROLLBACK` for a client that left in the middle of its turn. */
  const exec: typeof run = async (statement, options) => {
    const results = await run(statement, options)
    // After a failed batch everything up to its Sync is skipped, the first rollback too.
    if (isTransactionOpen()) await run(statement, options)
    isTurnUnderWay = false
    return results
  }

  return Object.assign(pglite, {
    execProtocolRawStream,
    exec,
    isInTransaction: () => isTurnUnderWay,
  })
}
