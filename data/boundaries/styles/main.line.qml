<!DOCTYPE qgis PUBLIC 'http://mrcc.com/qgis.dtd' 'SYSTEM'>
<qgis version="3.22" styleCategories="Symbology">
 <renderer-v2 type="singleSymbol" forceraster="0" enableorderby="0" symbollevels="0">
  <symbols>
   <symbol type="line" name="0" alpha="1" clip_to_extent="1" force_rhr="0">
    <layer class="SimpleLine" enabled="1" locked="0" pass="0">
       <Option type="Map">
        <Option name="line_color" type="QString" value="150,70,30,255"/>
        <Option name="line_style" type="QString" value="dash"/>
        <Option name="line_width" type="QString" value="0.35"/>
        <Option name="line_width_unit" type="QString" value="MM"/>
       </Option>
    </layer>
   </symbol>
  </symbols>
 </renderer-v2>
</qgis>
