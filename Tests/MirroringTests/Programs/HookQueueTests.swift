import Mirroring
import TestSupport
import Testing

@Suite struct HookQueueTests {
    @Test(arguments: UInt64(0)..<100)
    func fewRunAndTheOthersFollowInOrder(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var queue = HookQueue<Int>()
        let share = [30, 50, 80][Int.random(in: 0..<3, using: &random)]
        var (added, accepted, started): ([Int], [Int], [Int]) = ([], [], [])
        var ended = 0
        for number in 0..<500 {
            if random.chance(share) {
                let wasFull = queue.waiting == HookQueue<Int>.mostWaiting
                added.append(number)
                switch queue.add(number) {
                case .start:
                    accepted.append(number)
                    started.append(number)
                case .wait: accepted.append(number)
                case .leaveOut: #expect(wasFull && queue.running == HookQueue<Int>.mostRunning)
                }
            } else if ended < started.count {
                ended += 1
                if let next = queue.finished() { started.append(next) }
            }
            #expect(queue.running == started.count - ended)
            #expect(queue.running <= HookQueue<Int>.mostRunning)
            #expect(queue.waiting <= HookQueue<Int>.mostWaiting)
            #expect(queue.waiting == accepted.count - started.count)
            #expect(queue.waiting == 0 || queue.running == HookQueue<Int>.mostRunning, "none waits for nothing")
        }
        while ended < started.count {
            ended += 1
            if let next = queue.finished() { started.append(next) }
        }
        #expect(started == accepted && queue.running == 0)
        #expect(added.count >= accepted.count)
    }
}
