package dev.sluice.pages;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The model of a small recording: 1,000 requests in 20 s, of two kinds. One of four is {@code
 * Shop.order}, which reads 50 times; those of the tenth second are slow, on one thread, in {@code
 * Stock.lock}; one of 25 fails.
 */
final class ExampleReport {
  private static final int REQUESTS = 1_000;
  private static final int SLOTS = 100;
  private static final long SECOND = 1_000_000_000L;
  private static final int ORDER = 0;
  private static final int LOCK = 3;

  private ExampleReport() {}

  /**
   * Its JSON.
   *
   * @param name of an operation, a thread, a text and in a finding, as it is in JSON
   */
  static String json(String name) {
    List<String> order = new ArrayList<>();
    List<String> list = new ArrayList<>();
    List<String> traces = new ArrayList<>();
    for (int i = REQUESTS - 1; i >= 0; i--) {
      boolean isOrder = i % 4 == 0;
      boolean isSlow = isOrder && i / 50 == 10;
      long duration = isSlow ? SECOND / 2 : isOrder ? 26_000_000 : 400_000 + i * 100;
      int failed = i % 25 == 0 ? 1 : 0;
      (isOrder ? order : list)
          .add(
              "%d,%d,1,%d".formatted(i / 10, (int) (2 * Math.log(duration) / Math.log(2)), failed));
      traces.add(trace(i, duration, failed, isSlow));
    }
    return """
        {"version":1,"source":"shop.slu","begin":"1795458090000000000","span":20000000000,
        "programs":[{"name":"shop","id":"a1","attributes":{"version":"7"},"emitted":30000,"delivered":29000,
          "gaps":1,"dropped":{},"ended":true}],
        "hosts":["vm"],"badge":{"complete":false,"text":"1 chunk missing"},
        "audit":{"complete":false,"chunks":9,"records":29000,"damaged":0,"skippedBytes":0},
        "counts":{"valid":999,"incomplete":1,"broken":0,"unproven":2,"reasons":{"gap":1}},
        "gaps":[[5000000,5300000,0,"a chunk is missing",1000]],
        "signatures":["void shop.web.Shop.order()","void shop.web.Shop.list()","void shop.db.Db.read(int)",
          "void shop.stock.Stock.lock()","%1$s"],
        "labels":["Shop.order","Shop.list","Db.read","Stock.lock","%1$s"],
        "packages":["shop.web","shop.web","shop.db","shop.stock",""],
        "warmUp":{"end":1000000,"requests":50},
        "all":%2$s,"requests":[%3$s,%4$s],
        "whole":{"all":%2$s,"requests":[%3$s,%4$s],"ops":[%5$s,%5$s,%5$s]},
        "ops":[%5$s,%5$s,%5$s],
        "trees":[[[0,-1,250,11500000000,500000000,10,500000000],[2,0,12500,6000000000,6000000000,0,900000],
          [3,0,250,5000000000,5000000000,0,480000000]],[[1,-1,750,330000000,30000000,30,500000],
          [2,0,750,200000000,200000000,0,400000],[4,0,750,100000000,100000000,0,300000]]],
        "edges":[[[-1,0,250,11500000000,10],[0,2,12500,6000000000,0],[0,3,250,5000000000,0]],
          [[-1,1,750,330000000,30],[1,2,750,200000000,0],[1,4,750,100000000,0]]],
        "dependencies":[[%6$s,%6$s,%6$s],[%6$s,%6$s,%6$s]],
        "services":[{"from":"shop","to":"%1$s","message":false,"calls":812,"failed":8,"p50":200000,"p99":900000,
          "max":990000},{"from":null,"to":"shop","message":true,"calls":3,"failed":0,"p50":null,"p99":null,"max":null}],
        "clocks":[{"fromName":"shop","toName":"%1$s","least":-3600000,"most":-2800000,"calls":812,"agreeing":780},
          {"fromName":"shop","toName":"mail","least":null,"most":2800000,"calls":1,"agreeing":1}],
        "other":"(other requests)","cut":2,
        "heat":{"width":200000000,"from":0,"slots":%7$d,"cells":[[%8$s],[%9$s]]},
        "causes":{},"threads":["0:1","0:2","%1$s"],"texts":["vm","%1$s"],
        "traces":[%10$s],
        "resources":[["Processors busy","%%",[["cpu 0",[-500000,4,500000,20,5000000,30,10500000,95,15000000,30]],
          ["%1$s",[500000,10,15000000,12]]],10500000],["Heap used","bytes",[["",[500000,1000000,15000000,9000000]]],null],
          ["Disk, write","bytes per second",[["",[500000,2048,15000000,4096]]],null]],
        "pauses":{"count":700,"nanos":4200000000,"longest":[[3000000,3040000,"GC Pause"],[10200000,10900000,"%1$s"]]},
        "findings":[
          {"rule":"missing","severity":3,"text":"1,000 of 30,000 records are missing.","cost":null,"share":null,
            "confidence":"certain","request":-1,"op":-1,"trace":null,"link":{"tab":"traces","only":"incomplete"}},
          {"rule":"n+1","severity":2,"text":"Shop.order calls %1$s 50 times, one after another.","cost":6000000000,
            "share":0.51,"confidence":"likely","request":0,"op":2,"trace":null,"link":{"tab":"flame","req":0,"op":2}},
          {"rule":"pause","severity":2,"text":"Requests of the tenth second were slow together.","cost":5000000000,
            "share":0.4,"confidence":"possible","request":0,"op":3,"trace":null,"link":{"t0":10000000,"t1":11000000}},
          %11$s]}
        """
        .formatted(
            name,
            figures(-1, REQUESTS),
            figures(0, 250),
            figures(1, 750),
            operations(),
            IntStream.range(0, 10)
                .mapToObj(Integer::toString)
                .collect(Collectors.joining(",", "[", "]")),
            SLOTS,
            String.join(",", order),
            String.join(",", list),
            String.join(",", traces),
            IntStream.range(0, 5).mapToObj(ExampleReport::note).collect(Collectors.joining(",")));
  }

  /** Of a program of which no call was recorded. */
  static String empty() {
    return """
        {"source":"records","counts":{"unproven":0},"version":1,"begin":"0","span":1,
        "programs":[{"name":"shop","id":"a1","attributes":{},"emitted":1,"delivered":1,"gaps":0,"dropped":{},
          "ended":true}],
        "badge":{"complete":true,"text":"complete"},"audit":{"complete":true,"chunks":2,"records":1,"damaged":0,
          "skippedBytes":0},"gaps":[],"warmUpLeftOut":0,"warmUp":null,"whole":null,
        "all":{"name":"","n":0,"total":0,"failed":0,"incomplete":0,"cut":0,"mean":null,"p50":null,"p90":null,
          "p99":null,"max":0,"op":-1},
        "requests":[],"ops":[[]],"trees":[],"cut":0,"edges":[],"dependencies":[],"services":[],"servicesOf":1,
        "clocks":[],"other":"(other requests)","heat":{"width":8388608,"slots":0,"from":0,"cells":[]},"traces":[],
        "joined":[],"threads":[],"texts":[],"hosts":[],"resources":[],"pauses":null,"findings":[],"signatures":[],
        "labels":[],"packages":[]}""";
  }

  /**
   * The same with a request through three programs more: {@code shop} calls {@code stock}, whose
   * clock is 3.2 ms behind, which reads in another thread and sends a message to {@code mail}, of
   * whose clock little is known; another call has no trace.
   */
  static String withRequest(String name) {
    String trace = "[\"%s\",%d,%d,1,%d,0,0,[],%s,%d,-1,-1],";
    String traces =
        trace.formatted(
                "9001",
                6_000_000,
                8_000_000,
                4,
                "[[0,-1,1,0,8000000,8000000,1000000,0,0,[]],[2,0,1,200000,900000,700000,700000,0,0,[]],"
                    + "[4,0,1,1000000,5800000,4800000,4800000,0,0,[]],[4,0,1,6000000,7500000,1500000,1500000,1,0,[]]]",
                0)
            + trace.formatted(
                "9002",
                5_998_000,
                4_400_000,
                6,
                "[[3,-1,1,0,4400000,4400000,1600000,0,0,[]],[2,0,5,300000,3700000,2800000,2800000,0,0,"
                    + "[300,400,700,500,700,600,700,600,700,700]]]",
                1)
            + trace.formatted(
                "9003", 5_999_000, 2_000_000, 1, "[[2,-1,1,0,2000000,2000000,2000000,0,0,[]]]", 1)
            + trace.formatted("9004", 6_004_500, 2_500_000, 9, "0", 2);
    String program =
        ",{\"name\":\"%s\",\"id\":\"%s\",\"attributes\":{},\"emitted\":9,\"delivered\":9,\"gaps\":0,\"dropped\":{},\"ended\":true}";
    String clock =
        "{\"from\":\"%s\",\"fromName\":\"%s\",\"to\":\"%s\",\"toName\":\"%s\",\"least\":%s,\"most\":%s,\"calls\":812,\"agreeing\":780},";
    String joined =
        """
        "joined":[{"w3cTrace":"%s","complete":false,"whole":true,"lacking":1,
          "lacks":[[0,3,6100000,"trace 9001 of shop: no trace belongs to its call b7; the called program is not monitored"]],
          "linked":["1600"],
          "parts":[["9001",-1,-1,0,null,null],["9002",0,2,-2000000,1050000,"call"],["9003",1,0,-1500000,null,null],
            ["9004",1,0,4500000,1900000,"message"]]}],
        """
            .formatted("4b".repeat(16));
    return json(name)
        .replace("\"traces\":[[", joined + "\"traces\":[" + traces + "[")
        .replace(
            "\"ended\":true}]",
            "\"ended\":true}"
                + program.formatted("stock " + name, "b2")
                + program.formatted("mail", "c3")
                + "]")
        .replace(
            "\"clocks\":[",
            "\"clocks\":["
                + clock.formatted("a1", "shop", "b2", "stock", -3_600_000, -2_800_000)
                + clock.formatted("b2", "stock", "c3", "mail", "null", 2_600_000));
  }

  private static String note(int i) {
    return """
        {"rule":"note","severity":1,"text":"Something to know, number %d.","cost":null,"share":null,
          "confidence":"certain","request":-1,"op":-1,"trace":null,"link":{}}"""
        .formatted(i);
  }

  private static String figures(int operation, int n) {
    return """
        {"op":%d,"name":"","n":%d,"total":11830000000,"failed":40,"incomplete":1,"cut":0,"mean":11830000,
          "p50":450000,"p90":26000000,"p99":500000000,"max":500000000}"""
        .formatted(operation, n);
  }

  private static String operations() {
    return """
        [[2,13250,0,6200000000,6200000000,467000,450000,900000,900000,[37,9000,4250]],
          [3,250,0,5000000000,5000000000,20000000,300,480000000,480000000,[16,237,0,0,13]],
          [0,250,10,11500000000,500000000,46000000,26000000,500000000,500000000,[49,237,13]],
          [4,750,0,100000000,100000000,133000,130000,300000,300000,[33,700,50]],
          [1,750,30,330000000,30000000,440000,440000,500000,500000,[37,750]]]""";
  }

  /** A row of a trace; every fifth has its calls. */
  private static String trace(int i, long duration, int failed, boolean isSlow) {
    boolean isOrder = i % 4 == 0;
    boolean isTorn = i == 262;
    String reads =
        IntStream.range(0, 50)
            .mapToObj(k -> (k == 0 ? 500 : 450) + ",400")
            .collect(Collectors.joining(","));
    long lock = isSlow ? duration - 25_000_000 : 300;
    String tree =
        isOrder
            ? "[[%d,-1,1,0,%d,%d,1000000,%d,0,[]],[2,0,50,500000,23000000,20000000,20000000,0,0,[%s]],[%d,0,1,24000000,%d,%d,%d,0,0,[]]]"
                .formatted(
                    ORDER, duration, duration, failed, reads, LOCK, 24_000_000 + lock, lock, lock)
            : "[[1,-1,1,0,%d,%d,100000,%d,0,[]],[2,0,1,1000,201000,200000,200000,0,%d,[]]]"
                .formatted(duration, duration, failed, isTorn ? 1 : 0);
    return "[\"%s\",%d,%d,%d,%d,%d,%d,[%s],%s,0,%d,%d]"
        .formatted(
            1000 + i + (i == 502 ? "@00000000000000a1" : ""),
            i * 20_000L,
            duration,
            isOrder ? 0 : 1,
            isOrder ? 52 : 2,
            failed + (isTorn ? 2 : 0),
            isTorn ? 1 : 0,
            isTorn ? "\"gap\"" : "",
            i % 5 == 0 || isSlow || isTorn ? tree : "0",
            isSlow ? 2 : i % 2,
            isSlow ? 1 : 0);
  }
}
